// A program that plays like a person: whose games these are, the games of a user name from Lichess or Chess.com or from files, and the run
// that learns from them.

import { Desk, type Player } from "../host/player.ts";
import { withReplacements } from "../host/retry.ts";
import { translate } from "../language/language.ts";
import { MASTERS } from "../masters.ts";
import type { PlaysLikeMe, Settings, Wish } from "../model.ts";
import { chessComGames } from "../sites/chess-com.ts";
import { lichessGames } from "../sites/lichess.ts";
import { type Fetched, type Fetching, PAUSE_S, SITE_NAMES, SiteError } from "../sites/wish.ts";
import { named } from "../named.ts";
import { reason } from "./reason.ts";
import type { Lesson, Stages } from "./stages.ts";
import type { Store } from "./store.ts";
import { LONGEST, suiteFile } from "./suites.ts";
import { gamesAt, MASTERS_PROGRAM, mastersFor } from "../titles.ts";

const SITES: Record<Wish["site"], (wish: Wish, fetching: Fetching) => Promise<Fetched>> = {
  lichess: lichessGames,
  "chess.com": chessComGames,
};

/**
 * Few small steps on many positions from the program that learned from masters: what was measured to lose nothing of it
 * (docs/plays-like-me.md).
 */
const LEARNING: Settings = {
  generations: 8,
  "positions-a-step": 2000,
  "step-size": 1,
  halving: 600,
  "features-of-falcon": true,
  "winners-moves-only": false,
  "held-out-interval": 2,
};

/** Ticks that the measurement may take: it asks two programs for some thousands of moves. */
const PATIENCE = 240;

export class PlayingLikeMe {
  readonly #store: Store;
  readonly #player: Pick<Player, "call">;
  readonly #stages: Pick<Stages, "champion" | "fileOf">;
  #text = "";
  #stop: AbortController | null = null;
  /** Until when a site wants to be left alone, by `performance.now()`. */
  readonly #pauses = new Map<string, number>();

  constructor(store: Store, player: Pick<Player, "call">, stages: Pick<Stages, "champion" | "fileOf">) {
    this.#store = store;
    this.#player = player;
    this.#stages = stages;
  }

  get #state(): PlaysLikeMe {
    return this.#store.state.plays_like_me;
  }

  #change(part: Partial<PlaysLikeMe>): void {
    this.#store.change({ plays_like_me: { ...this.#state, ...part } });
  }

  open(): void {
    this.#change({ is_open: true });
  }

  /** Nothing is asked for that nobody sees. */
  close(): void {
    this.stop();
    this.#change({ is_open: false });
  }

  // ---- games ----------------------------------------------------------------------------------

  async fetch(wish: Wish): Promise<void> {
    if (this.#stop) return;
    const pause = Math.ceil(((this.#pauses.get(wish.site) ?? 0) - performance.now()) / 1000);
    const site = SITE_NAMES[wish.site];
    if (pause > 0) return this.#failed(`${site} wants a pause: try again in ${pause} s.`);
    if (wish.name === "") return this.#failed(`Type your user name at ${site}.`);
    const stop = new AbortController();
    this.#stop = stop;
    this.#change({ came: 0, wrong: null, said: null });
    try {
      const onGames = (came: number) => this.#change({ came });
      const fetching = { signal: stop.signal, onGames, most: LONGEST };
      const { text, games, broken, isBusy } = await SITES[wish.site](wish, fetching);
      if (isBusy) this.#pause(wish);
      if (games === 0) throw new SiteError(broken ?? `${site} has no games of ${wish.name} that fit.`);
      await this.#take(text, gamesAt(wish.name, site), wish.name);
      this.#change({ said: broken });
    } catch (error) {
      if (stop.signal.aborted) return this.#change({ said: "Stopped. The games that came are dropped." });
      if (error instanceof SiteError && error.isBusy) this.#pause(wish);
      this.#failed(reason(error), error instanceof SiteError ? error.address : null);
    } finally {
      this.#stop = null;
      this.#change({ came: null });
    }
  }

  stop(): void {
    this.#stop?.abort();
  }

  #pause({ site }: Wish): void {
    this.#pauses.set(site, performance.now() + PAUSE_S * 1000);
  }

  async takeFiles(files: File[]): Promise<void> {
    if (this.#stop || files.length === 0) return;
    this.#change({ wrong: null, said: null });
    let text = "";
    for (const file of files) {
      try {
        text += `${(await suiteFile(file)).text}\n\n`;
      } catch (error) {
        return this.#failed(`${file.name} was not read: ${reason(error)}.`);
      }
    }
    await this.#take(text, files.map(({ name }) => name).join(", "));
  }

  async #take(text: string, title: string, whose?: string): Promise<void> {
    const players = await this.#player.call("players_of", { text });
    const [most] = players;
    if (!most) return this.#failed(`${translate(title)} names no players.`);
    this.#text = text;
    const known = players.find(({ name }) => name.toLowerCase() === whose?.toLowerCase());
    // Whoever is in all the games is likely whose they are.
    const name = (known ?? most).name;
    this.#change({ games: { title, players }, name });
  }

  #failed(text: string, address: string | null = null): void {
    this.#change({ wrong: { text, address } });
  }

  setName(name: string): void {
    this.#change({ name });
  }

  /** What the run begins with; null where it is not said whose games are to be learned from. */
  lesson(): Lesson | null {
    const { games, name } = this.#state;
    const whose = name.trim();
    if (!games || whose === "") return null;
    return {
      file: { title: games.title, text: this.#text },
      settings: { ...LEARNING, player: named(games.players, whose).filter },
      programs: [MASTERS],
      origin: mastersFor(whose),
      before: { text: MASTERS, title: MASTERS_PROGRAM },
    };
  }

  // ---- how alike ------------------------------------------------------------------------------

  /** Measures the program of the open run, if it rests and learned from one player. */
  async measure(): Promise<void> {
    const { phase, settings, records } = this.#store.state.supervised;
    const champion = this.#stages.champion("supervised");
    if (phase === "running" || phase === "idle" || !champion || !settings.player || records.length < 2)
      return this.#store.change({ likeness: null });
    const program = champion.text;
    if (this.#store.state.likeness?.program === program) return;
    const text = this.#stages.fileOf("supervised")?.text ?? null;
    const isCurrent = () => this.#store.state.likeness?.program === program;
    this.#store.change({ likeness: { program, measured: null, wrong: null } });
    const desk = new Desk();
    try {
      const measured = await withReplacements(async () =>
        (await desk.open()).call(
          "likeness",
          { text, settings, program, other: MASTERS },
          { patience: PATIENCE },
        ),
      );
      if (isCurrent()) this.#store.change({ likeness: { program, measured, wrong: null } });
    } catch (error) {
      if (isCurrent()) this.#store.change({ likeness: { program, measured: null, wrong: reason(error) } });
    } finally {
      desk.close();
    }
  }
}
