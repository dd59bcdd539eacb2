// What the page calls programs. Titles are stored with games, results and runs, and read by code: they are data, in English. Where they
// are shown they are translated (`translate`).

import type { Mode } from "./model.ts";

export function generationOfRun(generation: number): string {
  return `Generation ${generation} of this run`;
}

/** Whether nothing had selected or taught the program called so. */
export function isUntrained(title: string): boolean {
  return /\b(generation|round|step) 0\b|\bbest of the first\b|\bbest random\b/i.test(title);
}

/** Of the runs that a coevolution began with. */
export function championOf(title: string, run: number): string {
  return `${title}, champion of run ${run}`;
}

export function championOfRun(number: number): string {
  return `Champion of run ${number}`;
}

export const FROM_LINK = "Program from a link";
export const OF_EXPERIMENT = "Program of an experiment";
export const PASTED = "Pasted program";
export const RANDOM_MOVER = "Random mover";
export const MASTERS_PROGRAM = "The masters' program";

export function fromFile(name: string): string {
  return `Program from ${name}`;
}

export function withOtherDepthModule(title: string): string {
  return `${title}, depth module changed`;
}

/** One of EvoChess's opponents. */
export function ofFixedDepth(plies: number): string {
  return `EvoChess class ${2 * plies} (${plies === 1 ? "1 ply" : `${plies} plies`})`;
}

export function ofDepth(plies: number): string {
  return `Depth ${plies}`;
}

/** Of the stage called that. */
export function at(stage: string, step: string, count: number): string {
  return `${stage}, ${step} ${count}`;
}

export function afterRounds(rounds: number): string {
  return `After ${rounds} rounds of learning`;
}

/** The champions of later stages, and the best of their first generations. */
export const STAGE_TITLES = {
  classes: { after: "Bred by games", first: "Best random program" },
  ordering: { after: "Evolved order", first: "Best random order" },
  tuning: { after: "Evolved search", first: "Before" },
} as const;

export const LEARNED = "Learned from games";

/** Of a stage whose programs were called `title` before it. */
export function bestOfFirst(title: string): string {
  return `${title}, best of the first`;
}

/** An experiment without a name. */
export function experimentOf(system: string, seed: number | null): string {
  return seed === null ? system : `${system}, seed ${seed}`;
}

export function championOfExperiment(title: string): string {
  return `Champion of ${title}`;
}

/** What the run of this program began with. */
export function before(title: string): string {
  return `Before: ${title}`;
}

export const BEFORE_LINKED = before("program of a link");
export const BEFORE_PASTED = before("pasted program");

/** A name that people gave, and the title of the page. */
export function named(name: string, title: string): string {
  return `${name} (${title.charAt(0).toLowerCase()}${title.slice(1)})`;
}

/** Of the run that is open: says nothing once another is. */
export function outsideItsRun(title: string): string {
  return title.replace(/ of this run\b/, "");
}

// ---- what a run began with ------------------------------------------------------------------------

export const RANDOM_PROGRAMS = "Random programs";
export const RANDOM_ORDERS = "Random orders";
export const RANDOM_WEIGHTS = "Random weights";
export const OWN_PROGRAM = "A program of your own";
export const LINKED_PROGRAM = "The program of a link";

export function championsOfRuns(runs: number): string {
  return `The champions of ${runs} runs`;
}

/** `count`: how many of all that its last generation has. */
export function bestOfRun(count: number, all: number, generation: number, isOfGames: boolean): string {
  const who = count < all ? `The ${count} best of the ${all} programs` : `The ${count} programs`;
  return `${who} of generation ${generation} of ${isOfGames ? "the games" : "this run"}`;
}

export function linkedPrograms(programs: number): string {
  return `${programs} programs of a link`;
}

export function programsOfYourOwn(programs: number): string {
  return `${programs} programs of your own`;
}

export function mastersFor(player: string): string {
  return `The masters' program, to play like ${player}`;
}

/** Games of a player from a site. */
export function gamesAt(player: string, site: string): string {
  return `${player} at ${site}`;
}

// ---- what became of the game on the board -------------------------------------------------------------

interface Told {
  why: string;
  undo: string;
}

export const RESIGNED: Told = { why: "You resigned.", undo: "Undo" };

export function takenOut(moves: number): Told {
  return { why: `${moves} moves were taken out.`, undo: "Undo" };
}

export function putAside(mode: Mode, opponent = "nobody"): Told {
  const games = {
    play: `Your game with ${opponent}`,
    analyse: "The analysis",
    watch: "The game",
    arena: "The match",
  };
  return { why: `${games[mode]} was put aside.`, undo: "Back to it" };
}
