// How the page speaks of the kinds of run.

import { say } from "../../language/language.ts";
import type { Settings, StageName, State } from "../../model.ts";
import { counted, grouped } from "../format.ts";

export interface KindWords {
  stage: StageName;
  /** On its tab, with what it does in one sentence. */
  name: string;
  meaning: string;
  /** How its runs are called where they are read out. */
  spoken: string;
  /** How one of its records is called. */
  step: string;
  /** How large a run with these settings is, in words, and the settings that this says. */
  extent(settings: Settings): string;
  said: readonly string[];
  /** What takes the time of a run with these settings: so many of what is alike in all runs of the kind, and the same in words. */
  work(settings: Settings): { amount: number; words: string };
  /** Of a later stage that works on something: what that is. */
  suite?: SuiteWords;
  /** The end of the sentence that tells which generation a run has come to. */
  best?(state: State): string;
  /** How far it is, in a word or two, where its phase does not tell; null where it does. */
  standing?(state: State): string | null;
}

/** How openings, positions or games are called, and which files have them. */
export interface SuiteWords {
  title: string;
  /** One of them. */
  one: string;
  choose: string;
  /** Chooses what is built in. */
  back: string;
  /** The field for a file, and what it takes. */
  field: string;
  accept: string;
  /** In a short sentence: that a run works on what is built in. */
  builtIn: string;
  /** What a file in its place is called. */
  file: string;
  /** A file that is dropped. */
  dropped: {
    /** The names of those that are taken while the stage is on show. */
    takes: RegExp;
    /** Whether they are taken while another stage is on show that does not. */
    isTakenElsewhere: boolean;
    /** What letting go will do, and what becomes of other files. */
    will: string;
    others: string;
  };
}

const GAMES: SuiteWords = {
  title: "Games to learn from",
  one: "game",
  choose: "Choose PGN",
  back: "Use sample games",
  field: "PGN file to learn from",
  accept: ".pgn",
  builtIn: "From the sample games.",
  file: "PGN file",
  dropped: {
    takes: /\.pgn$/i,
    isTakenElsewhere: false,
    will: "Drop a PGN file to learn from its games",
    others:
      "Several files and compressed ones are taken as games to breed on, a .json or .csv file as a program.",
  },
};

const OPENINGS: SuiteWords = {
  title: "Openings",
  one: "opening",
  choose: "Choose openings",
  back: "Use built-in",
  field: "File of openings",
  accept: ".epd,.fen,.pgn,.txt",
  builtIn: "From the built-in openings.",
  file: "file of openings",
  dropped: {
    takes: /\.(epd|fen|pgn)$/i,
    isTakenElsewhere: false,
    will: "Drop a file of openings to play from",
    others:
      "EPD, FEN or PGN. Several files and compressed ones are taken as games, a .json or .csv file as a program.",
  },
};

export const WORDS_OF: Record<StageName, KindWords> = {
  imitation: {
    stage: "imitation",
    name: "Imitation",
    meaning: "Programs learn to find the moves of grandmasters.",
    spoken: say("run"),
    step: "Generation",
    ...breeding(say("programs")),
    work(settings) {
      const judged = number(settings, "population") * number(settings, "positions-per-generation");
      const amount = judged * rounds(settings);
      return { amount, words: `At most ${counted(amount, "position")} to judge` };
    },
    best({ run }) {
      const last = run.records.at(-1);
      return last ? `, best ${last.best}` : "";
    },
    standing({ run, series }) {
      const champions = series?.runs.length ?? 0;
      if (run.phase === "running") return null;
      if (champions > 1) return `${champions} champions`;
      return run.records.length === 0 ? "not started" : null;
    },
  },
  classes: {
    stage: "classes",
    name: "Games",
    meaning: "Programs play opponents that look further and further ahead, and the best breed.",
    spoken: "run of games",
    step: "Generation",
    ...breeding(say("programs")),
    work(settings) {
      const programs = number(settings, "population") * Math.max(1, number(settings, "demes"));
      const plies = number(settings, "strongest-opponent");
      // Two first games of four programs at most, three of each class that all play, and those of the best; then those of the finalists.
      const each = 8 + 3 * Math.min(5, plies) + (plies > 5 ? 7 : 0);
      const finals = number(settings, "finalists") * Math.min(3, plies) * number(settings, "final-games");
      const games = programs * each * rounds(settings) + finals;
      return {
        amount: games * Math.max(1, number(settings, "nodes-a-move")),
        words: `At most ${counted(games, "game")} to play`,
      };
    },
  },
  coevolution: {
    stage: "coevolution",
    name: "Coevolution",
    meaning: "Programs play each other, and the winners breed.",
    spoken: "run of coevolution",
    step: "Generation",
    ...breeding(say("programs")),
    work(settings) {
      const programs = number(settings, "population");
      const pairs = (programs * (programs - 1)) / 2;
      const games = pairs * number(settings, "games-per-pair") * rounds(settings);
      return {
        amount: games * Math.max(1, number(settings, "nodes-a-move")),
        words: `${counted(games, "game")} to play`,
      };
    },
    suite: OPENINGS,
  },
  learning: {
    stage: "learning",
    name: "Learning",
    meaning: "A program plays itself, and learns from its own searches.",
    spoken: "run of learning",
    step: "Round",
    extent: (settings) =>
      `${counted(number(settings, "generations"), "round")} of ${counted(number(settings, "games-a-round"), "game")}`,
    said: ["generations", "games-a-round"],
    work(settings) {
      const games = number(settings, "games-a-round") * number(settings, "generations");
      return {
        amount: games * Math.max(1, number(settings, "nodes-a-move")),
        words: `${counted(games, "game")} to play`,
      };
    },
    suite: OPENINGS,
  },
  ordering: {
    stage: "ordering",
    name: "Ordering",
    meaning: "Programs breed the order in which they try moves.",
    spoken: "run of the move ordering",
    step: "Generation",
    ...breeding(say("programs")),
    work(settings) {
      const programs = number(settings, "population") * Math.max(1, number(settings, "demes"));
      const searches = programs * number(settings, "positions") * rounds(settings);
      const depth = number(settings, "depth");
      return {
        // A ply more takes about five times as long.
        amount: searches * 5 ** depth,
        words: `At most ${grouped(searches)} searches of ${depth === 1 ? "one ply" : `${depth} plies`}`,
      };
    },
    suite: {
      ...GAMES,
      title: "Games to take positions from",
      field: "PGN file to take positions from",
      dropped: { ...GAMES.dropped, will: "Drop a PGN file to take positions from its games" },
    },
  },
  supervised: {
    stage: "supervised",
    name: "Masters",
    meaning: "A program learns to choose the moves of masters.",
    spoken: "run of learning from games",
    step: "Step",
    extent: (settings) =>
      `${counted(number(settings, "generations"), "step")} of ${counted(number(settings, "positions-a-step"), "position")}`,
    said: ["generations", "positions-a-step"],
    work(settings) {
      const amount = number(settings, "positions-a-step") * number(settings, "generations");
      return { amount, words: `${counted(amount, "position")} to learn from` };
    },
    suite: GAMES,
  },
  tuning: {
    stage: "tuning",
    name: "Search",
    meaning: "How a program looks ahead is bred on positions to be solved.",
    spoken: "run of the search",
    step: "Generation",
    ...breeding(say("searches")),
    work(settings) {
      const searches = number(settings, "population") * rounds(settings);
      return {
        amount: searches * Math.max(1, number(settings, "nodes-a-position")),
        words: `The suite is searched ${counted(searches, "time")}`,
      };
    },
    suite: {
      title: "Suite",
      one: "position",
      choose: "Choose EPD",
      back: "Use sample suite",
      field: "EPD file",
      accept: ".epd,.txt",
      builtIn: "On the sample suite.",
      file: "EPD file",
      dropped: {
        takes: /\.epd$/i,
        isTakenElsewhere: true,
        will: "Drop an EPD file to breed a search on it",
        others: "PGN files are taken as games, a .json or .csv file as a program.",
      },
    },
  },
};

function breeding(individuals: string): Pick<KindWords, "extent" | "said"> {
  return {
    extent: (settings) =>
      `${counted(number(settings, "generations"), "generation")} of ${grouped(number(settings, "population"))} ${individuals}`,
    said: ["generations", "population"],
  };
}

function number(settings: Settings, key: string): number {
  return Math.max(0, Number(settings[key] ?? 0));
}

/** Generations, the first of them too. */
function rounds(settings: Settings): number {
  return number(settings, "generations") + 1;
}

export const KIND_WORDS: readonly KindWords[] = Object.values(WORDS_OF);
