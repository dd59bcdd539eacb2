// Matches: two players, many games, and what the results say. Games count in their order, whichever ends first, so that a match
// that is stopped has not lost its long games.

import { translate } from "../language/language.ts";
import type { Player } from "../host/player.ts";
import { Tables } from "../host/tables.ts";
import type { Arena, Contestant, MatchGame, MatchPlan, MatchSide, Snapshot, Seat } from "../model.ts";
import { contestantOf } from "../seats.ts";
import type { GameTask, Outcome } from "../worker/protocol.ts";
import { mayRest, stayAwake } from "./awake.ts";
import { CatchingUp } from "./catching-up.ts";
import { download } from "./download.ts";
import { pastedSeat } from "./pasted.ts";
import { fitPlan } from "./plan.ts";
import { reason } from "./reason.ts";
import type { Store } from "./store.ts";

/** Games at once (our choice): each has a table of moves and a worker of its own. */
const MOST_AT_ONCE = 4;
/** Games that are asked for at once: thousands would block the page while they are handed over. */
const BATCH = 100;
/** Boards that are shown. */
const BOARDS = 2;

/** What keeps the page awake, and what messages are about. */
const MATCH = "match";

export class Matching {
  readonly #store: Store;
  readonly #player: Player;
  #tables: Tables | null = null;
  /** By number of the game; holes are games that are not over. */
  #outcomes: (Outcome | undefined)[] = [];
  /** How many of them count: those before the first hole. */
  #counted = 0;
  readonly #standing = new CatchingUp(() => this.#count());

  constructor(store: Store, player: Player) {
    this.#store = store;
    this.#player = player;
  }

  setContestant(side: MatchSide, contestant: Contestant): void {
    const { contestants } = this.#arena;
    this.#store.changeArena({ contestants: { ...contestants, [side]: contestant } });
  }

  /** Takes a chromosome or a link; answers what is wrong with it, or null. */
  async paste(side: MatchSide, text: string): Promise<string | null> {
    try {
      const seat = await pastedSeat(this.#player, text);
      this.#store.changeArena({ pasted: { ...this.#arena.pasted, [side]: seat } });
      this.setContestant(side, "pasted");
      return null;
    } catch (error) {
      return `This is no program to play: ${reason(error)}.`;
    }
  }

  /** Seats these two programs. */
  seat(a: Seat, b: Seat): void {
    this.#store.changeArena({ pasted: { a, b }, contestants: { a: "pasted", b: "pasted" } });
  }

  setPlan(plan: Partial<MatchPlan>): void {
    this.#store.changeArena({ plan: fitPlan({ ...this.#arena.plan, ...plan }) });
  }

  async start(): Promise<void> {
    const { state } = this.#store;
    const [a, b] = [contestantOf(state, "a"), contestantOf(state, "b")];
    if (!a || !b || this.#tables) return;
    const { plan } = state.arena;
    const tables = new Tables(Math.min(MOST_AT_ONCE, state.workers, plan.games));
    this.#tables = tables;
    stayAwake(MATCH);
    this.#store.mended(MATCH);
    this.#outcomes = [];
    this.#counted = 0;
    this.#store.changeArena({
      phase: "playing",
      names: { a: a.title, b: b.title },
      planned: plan.games,
      tables: [],
    });
    try {
      await this.#standing.run();
      await tables.play(this.#games(a.text, b.text, plan), today(), {
        onSnapshot: (table, task, snapshot) => this.#show(table, task, snapshot, null),
        onEnd: (table, task, outcome) => this.#ended(table, task, outcome),
      });
      await this.#standing.run();
      if (this.#tables === tables) this.#close("over");
    } catch (error) {
      if (this.#tables !== tables) return;
      this.#close("stopped");
      this.#store.trouble(`The match cannot go on: ${reason(error)}.`, MATCH);
    }
  }

  stop(): void {
    const tables = this.#tables;
    if (!tables) return;
    this.#close("stopped");
    tables.stop();
  }

  downloadPgn(): void {
    const games = this.#outcomes.slice(0, this.#counted).flatMap((outcome) => outcome?.pgn ?? []);
    if (games.length > 0) download("millipawn-match.pgn", games.join("\n"), "application/x-chess-pgn");
  }

  get #arena(): Arena {
    return this.#store.state.arena;
  }

  #close(phase: Arena["phase"]): void {
    this.#tables = null;
    mayRest(MATCH);
    this.#store.changeArena({ phase });
  }

  async *#games(a: string, b: string, plan: MatchPlan): AsyncGenerator<GameTask, void> {
    for (let first = 0; first < plan.games; first += BATCH) {
      const until = Math.min(first + BATCH, plan.games);
      yield* await this.#player.call("match_games", { a, b, plan, first, until });
    }
  }

  #ended(table: number, task: GameTask, outcome: Outcome): void {
    this.#outcomes[task.number] = outcome;
    while (this.#outcomes[this.#counted]) this.#counted += 1;
    this.#show(table, task, outcome.last, `${outcome.result} ${translate(outcome.end)}`);
    this.#standing
      .run()
      .catch((error: unknown) =>
        this.#store.trouble(`The results cannot be counted: ${reason(error)}.`, MATCH),
      );
  }

  #show(table: number, { number, a_is_white }: GameTask, snapshot: Snapshot, end: string | null): void {
    if (table >= BOARDS) return;
    const { names, tables } = this.#arena;
    const [white, black] = a_is_white ? [names.a, names.b] : [names.b, names.a];
    const game: MatchGame = { ...snapshot, number: number + 1, white, black, end };
    const shown = Array.from({ length: Math.max(tables.length, table + 1) }, (_, at) =>
      at === table ? game : (tables[at] ?? null),
    );
    this.#store.changeArena({ tables: shown });
  }

  /** Brings the standing up to date. */
  async #count(): Promise<void> {
    const counted = this.#outcomes.slice(0, this.#counted);
    const half_points = counted.flatMap((outcome) => outcome?.a_half_points ?? []);
    this.#store.changeArena({ standing: await this.#player.call("standing", { half_points }) });
  }
}

function today(): string {
  return new Date().toISOString().slice(0, 10).replaceAll("-", ".");
}
