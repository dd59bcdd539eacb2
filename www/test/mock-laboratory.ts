// A laboratory without workers: invented numbers, so that every state of the page can be drawn and looked at.
// Only `look.mjs` uses it; nothing of it is in the page that is built.

import type {
  Arena,
  Games,
  Gene,
  GenerationRecord,
  Page,
  Play,
  Population,
  Position,
  Program,
  Series,
  Setting,
  SettingValue,
  State,
  Thinking,
} from "../src/model.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

// ---- settings ----------------------------------------------------------------------------------

function setting(key: string, label: string, more: Partial<Setting>): Setting {
  return {
    key,
    label,
    group: "run",
    kind: "integer",
    min: 0,
    max: 1_000_000,
    choices: [],
    default: 0,
    sample_default: 0,
    unit: "",
    meaning: `What ${label.toLowerCase()} does, in one sentence.`,
    source: "Tunstall-Pedoe 1991",
    prominent: false,
    old: null,
    ...more,
  };
}

const probability = { kind: "number", min: 0, max: 1 } as const;

const TABLE: Setting[] = [
  setting("population", "Population", { min: 2, max: 1000, default: 50, prominent: true }),
  setting("crossover-probability", "Crossover probability", {
    ...probability,
    default: 0.5,
    prominent: true,
  }),
  setting("mutation-probability", "Mutation probability", {
    ...probability,
    default: 0.001,
    prominent: true,
  }),
  setting("positions-per-generation", "Positions per generation", { min: 1, default: 500, prominent: true }),
  setting("generations", "Generations", { default: 100, prominent: true, source: "our choice" }),
  setting("seed", "Seed", {
    max: Number.MAX_SAFE_INTEGER,
    default: 1991,
    prominent: true,
    source: "our choice",
  }),
  setting("crossover", "Crossover", {
    kind: "choice",
    choices: ["one-point", "uniform"],
    default: "one-point",
  }),
  setting("elite", "Elite", { max: 50, default: 0 }),
  setting("scaling", "Scaling", { kind: "number", min: 1, max: 10, default: 2 }),
  setting("minimum-elo", "Minimum Elo", { group: "games", max: 4000, default: 0 }),
  setting("winners-only", "Winners only", { group: "games", kind: "flag", default: false }),
  setting("skip-plies", "Skip plies", { group: "games", max: 100, default: 10 }),
  setting("held-out-share", "Held-out share", { group: "measure", ...probability, default: 0.1 }),
  setting("measure-every", "Measure every", { group: "measure", min: 1, default: 5 }),
];

// ---- a program ---------------------------------------------------------------------------------

const GENES: [string, number, number, number, number | null][] = [
  ["Knight", 11, 2000, 4047, 3],
  ["Bishop", 11, 2000, 4047, 3.25],
  ["Rook", 11, 4000, 6047, 5],
  ["Queen", 11, 8000, 10047, 9],
  ["Mobility", 11, -32, 96, null],
  ["Centre control", 11, -64, 192, null],
  ["Square control", 11, 0, 128, null],
  ["Development", 12, 0, 512, null],
  ["Queen-king tropism", 11, 0, 64, null],
  ["Rook-king tropism", 11, 0, 64, null],
  ["Rook on open file", 11, 0, 512, null],
  ["Isolated pawns", 11, -512, 0, null],
  ["Passed pawns", 12, 0, 256, null],
];

function program(seed: number): Program {
  const draw = random(seed);
  let offset = 0;
  const genes = GENES.map(([name, bits, base, highest, established]): Gene => {
    const value = base + (0.2 + 0.6 * draw()) * (highest - base);
    const gene: Gene = {
      name,
      group: established ? "material" : "position",
      bits,
      loci: bits,
      offset,
      base,
      highest,
      value,
      unit: "millipawns",
      unit_per_pawn: 1000,
      meaning: `What the weight of ${name.toLowerCase()} multiplies.`,
      source: "Tunstall-Pedoe 1991; range: our choice",
      established,
      published: null,
    };
    offset += bits;
    return gene;
  });
  return { text: `acpp.1.mock${seed}`, system: "acpp", version: 1, genes, search: [] };
}

const FALCON_GENES: [string, [string, number, number][]][] = [
  [
    "Material",
    [
      ["PAWN_VALUE", 0, 100],
      ["KNIGHT_VALUE", 11, 521],
      ["QUEEN_VALUE", 11, 1710],
    ],
  ],
  [
    "Pawns",
    [
      ["PAWN_ADVANCE_A", 6, 3],
      ["PASSED_PAWN_ENEMY_KING_DIST", 6, 7],
    ],
  ],
  [
    "Rooks",
    [
      ["ROOK_ATTACK_KING_ADJ_FILE_ABGH", 6, 26],
      ["ROOK_ATCK_WEAK_PAWN_OPEN_COLUMN", 6, 15],
    ],
  ],
  [
    "King",
    [
      ["KING_NO_FRIENDLY_PAWN", 6, 35],
      ["KING_PRESSURE_MULT", 6, 4],
    ],
  ],
];

function falcon(seed: number): Program {
  const draw = random(seed);
  let offset = 0;
  const genes = FALCON_GENES.flatMap(([group, members]) =>
    members.map(([name, bits, published]): Gene => {
      const value = bits === 0 ? 100 : Math.round(published * (0.5 + draw()));
      const range = bits === 0 ? { base: 100, highest: 100 } : { base: 0, highest: 2 ** bits - 1 };
      const gene: Gene = {
        name,
        group,
        bits,
        loci: bits,
        offset,
        ...range,
        value,
        unit: "centipawns",
        unit_per_pawn: 100,
        meaning: "what it counts",
        source: "David et al. 2014",
        established: null,
        published,
      };
      offset += bits;
      return gene;
    }),
  );
  return { text: "falcon.1.mock", system: "falcon", version: 1, genes, search: [] };
}

// ---- a run -------------------------------------------------------------------------------------

function record(generation: number): GenerationRecord {
  const draw = random(generation * 7919 + 13);
  draw();
  const rise = 1 - Math.exp(-generation / 18);
  const noise = (draw() - 0.5) * 16;
  const mean = 120 + 20 * rise + noise;
  const rate = 0.244 + 0.043 * rise + (draw() - 0.5) * 0.004;
  return {
    generation,
    best: Math.round(mean + 10 + draw() * 4),
    mean,
    worst: Math.round(mean - 22 + 14 * rise),
    positions: 500,
    champion: `acpp.1.mock${generation}`,
    held_out:
      generation % 5 === 0
        ? {
            generation,
            examples: 3000,
            matched: Math.round(rate * 3000),
            rate,
            low: rate - 0.016,
            high: rate + 0.016,
          }
        : null,
    diversity: 0.5 - 0.3 * rise,
    elapsed_ms: 30 + draw() * 16,
  };
}

function population(generation: number): Population {
  const [individuals, loci] = [50, 145];
  const cells = new Uint8Array(individuals * loci);
  const leaning = random(4);
  const draw = random(generation + 1);
  const settled = 1 - Math.exp(-generation / 30);
  for (let locus = 0; locus < loci; locus++) {
    const side = leaning() < 0.5 ? 0 : 1;
    const strength = Math.min(1, settled * (0.4 + 1.2 * leaning()));
    const share = 0.5 + (side - 0.5) * strength;
    for (let row = 0; row < individuals; row++) {
      if (draw() < share) cells[row * loci + locus] = 255;
    }
  }
  const programs = Array.from({ length: individuals }, (_, row) => `acpp.1.${row}`);
  return { individuals, loci, locus_name: "bit", cells, programs, fitness: new Uint32Array(individuals) };
}

// ---- games and play ----------------------------------------------------------------------------

const GAMES: Games = {
  title: "train.pgn",
  report: {
    files: ["train.pgn"],
    games_read: 12_003,
    games_used: 12_000,
    positions_read: 967_402,
    positions_kept: 967_402,
    skipped: [
      { reason: "Variant: Chess960", games: 2 },
      { reason: "Illegal move", games: 1 },
    ],
    skips: [
      { file: "train.pgn", line: 1042, reason: "Variant: Chess960", game: "Fischer, R. - Spassky, B." },
      {
        file: "train.pgn",
        line: 88_101,
        reason: "Illegal move 12. Nf9",
        game: "<img src=x onerror=alert(1)> - B",
      },
    ],
    skips_omitted: 1,
    text: "",
  },
  examples: 967_402,
  training: 870_402,
  held_out: 97_000,
  fingerprint: "09c3a7f1e2b48d56",
};

function position(more: Partial<Position>): Position {
  return {
    fen: START,
    turn: "white",
    in_check: false,
    destinations: { e2: ["e3", "e4"], g1: ["f3", "h3"], d2: ["d3", "d4"] },
    last_move: null,
    moves: "",
    history: [],
    result: null,
    score: "*",
    evaluation: GENES.slice(3).map(([name], index) => ({
      name: index === 0 ? "Material" : name,
      pawns: [0, 0.22, 0.15, 0.06, 0.38, -0.04, 0, 0.1, -0.31, 0][index] ?? 0,
      feature: index,
      meaning: `What ${name.toLowerCase()} counts.`,
    })),
    evaluation_pawns: 0.56,
    ...more,
  };
}

const MIDDLE = position({
  fen: "r1bqkb1r/pppp1ppp/2n5/4p3/2B1n3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 5",
  last_move: ["f6", "e4"],
  moves: "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Nxe4",
  history: ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "O-O", "Nxe4"].map((san) => ({
    san,
    uci: "e2e4",
    fen: START,
  })),
  destinations: { f1: ["e1"], d1: ["e2", "e1"], b1: ["a3", "c3"], d2: ["d3", "d4"], c4: ["b3", "f7", "d5"] },
});

const MATED: Position = { ...MIDDLE, result: "Black mates", score: "0-1" };

const PROMOTING = position({
  fen: "8/4P1k1/8/8/8/8/4K3/8 w - - 0 1",
  destinations: { e7: ["e8"], e2: ["e1", "d2"] },
});

const IDLE: Position = position({ evaluation: [], evaluation_pawns: null });

const NO_MATCH: Arena = {
  contestants: { a: "shown", b: "depth:1" },
  pasted: { a: null, b: null },
  plan: { games: 100, nodes: 2_000, seed: 1991 },
  phase: "idle",
  names: { a: "", b: "" },
  planned: 0,
  tables: [],
  standing: null,
};

const IDLE_PLAY: Play = {
  mode: "play",
  position: IDLE,
  shown: IDLE,
  ply: 0,
  program: null,
  program_title: "",
  opponent: "shown",
  pasted: null,
  side: "white",
  strength: { kind: "nodes", amount: 10_000 },
  lines: 3,
  search: null,
  thinking: null,
  hint: null,
  watched: "waiting",
};

const THINKING: Thinking = {
  depth: 9,
  selective_depth: 17,
  nodes: 48_211,
  milliseconds: 70,
  by: "Generation 60 of this run",
  fen: "",
  lines: [
    { move: "f1e1", san: "5. Re1 d5 6. Bxd5 Qxd5 7. Nc3", pawns: 0.77, mate_in: null },
    { move: "d2d4", san: "5. d4 d6 6. dxe5 O-O", pawns: 0.31, mate_in: null },
    { move: "b1c3", san: "5. Nc3 Nxc3 6. dxc3 Be7", pawns: -0.12, mate_in: null },
  ],
};

const PLAYING: Play = {
  ...IDLE_PLAY,
  position: MIDDLE,
  shown: MIDDLE,
  ply: 8,
  program: program(60),
  program_title: "Generation 60 of this run",
  thinking: THINKING,
};

const NOT_BEGUN = {
  phase: "idle",
  table: TABLE,
  settings: {},
  records: [],
  progress: null,
  origin: "",
  before: null,
} satisfies State["tuning"];

const EMPTY: State = {
  settings_table: TABLE,
  settings: Object.fromEntries(TABLE.map(({ key, default: value }) => [key, value])),
  workers: 2,
  games: null,
  read_with: null,
  readable: false,
  aside: false,
  offer: null,
  importing: null,
  series: null,
  stage: "imitation",
  founders: null,
  coevolution: NOT_BEGUN,
  tuning: NOT_BEGUN,
  suite: { title: "Sample suite", positions: 100, skipped: [] },
  run: {
    phase: "idle",
    settings: null,
    generations: 100,
    records: [],
    population: null,
    expected: null,
  },
  chosen_generation: null,
  program: null,
  play: IDLE_PLAY,
  arena: NO_MATCH,
  troubles: [],
  notice: null,
  link: null,
};

function run(phase: State["run"]["phase"], last: number, generations = 100) {
  return {
    games: GAMES,
    run: {
      phase,
      generations,
      records: Array.from({ length: last + 1 }, (_, generation) => record(generation)),
      population: population(last),
      expected: null,
    },
    program: program(last),
    play: { ...PLAYING, program_title: `Generation ${last} of this run`, program: program(last) },
  } satisfies Partial<State>;
}

const LINK = "http://localhost:4173/#c=acpp.1.AbCdEfGhIjKlMnOpQrStUvWxYz0123456789";

const SERIES: Series = {
  phase: "running",
  planned: 10,
  settings: { generations: 200, seed: 2014 },
  fingerprint: GAMES.fingerprint,
  runs: Array.from({ length: 7 }, (_, index) => ({
    seed: 2014 + index,
    best: Array.from({ length: 201 }, (_, generation) => record(generation).best + index),
    positions: 5000,
    champion: index === 2 ? "falcon.1.mock" : `falcon.1.${index}`,
    held_out: {
      generation: 200,
      examples: 5000,
      matched: 1450,
      rate: 0.29 + index / 1000,
      low: 0.277,
      high: 0.303,
    },
  })),
};

export const STATES: Record<string, () => Partial<State>> = {
  empty: () => ({}),
  importing: () => ({
    importing: {
      file: "lichess_db_standard_rated_2025-05.pgn.zst",
      bytes_read: 412e6,
      bytes_total: 1.04e9,
      bytes_per_second: 38e6,
      seconds_left: 16.5,
      games: 181_233,
      positions: 11_201_877,
    },
  }),
  running: () => run("running", 60),
  first: () => run("running", 1),
  finished: () => ({ ...run("finished", 100), notice: "Link copied", link: LINK }),
  link: () => ({
    program: program(7),
    play: { ...IDLE_PLAY, program: program(7), program_title: "Program from a link" },
  }),
  live: () => run("running", 0, 300),
  falcon: () => {
    const state = run("running", 60, 200);
    const settings = { ...EMPTY.settings, system: "falcon" };
    return { ...state, settings, program: falcon(3), series: SERIES };
  },
  reproduced: () => {
    const state = run("finished", 20, 20);
    return { ...state, run: { ...state.run, expected: { chromosome: "acpp.1.x", reached: true } } };
  },
  trouble: () => ({
    ...run("paused", 33),
    settings: { ...EMPTY.settings, "mutation-probability": 0.002 },
    troubles: [
      { id: 1, text: "This link is damaged: its checksum does not fit. What was open stays open." },
      { id: 2, text: "junk.pgn is not PGN: it looks like an HTML page." },
    ],
  }),
  promotion: () => ({
    ...run("finished", 60),
    play: { ...PLAYING, thinking: null, position: PROMOTING, shown: PROMOTING, ply: 0 },
  }),
  mated: () => ({
    ...run("finished", 60),
    play: { ...PLAYING, position: MATED, shown: MATED },
  }),
  analysis: () => ({
    ...run("finished", 60),
    play: { ...PLAYING, mode: "analyse", search: "analysis", thinking: { ...THINKING, fen: MIDDLE.fen } },
  }),
  watching: () => ({
    ...run("finished", 60),
    play: { ...PLAYING, mode: "watch", opponent: "staunton", watched: "on", search: "move" },
  }),
};

/** Logs each command, and answers `e2e5` and the like as a laboratory would. */
export function mockLaboratory(state: State): Page {
  let changed = () => {};
  const log =
    (name: string) =>
    (...values: unknown[]) =>
      console.debug("command", name, ...values);
  const answers: Record<string, unknown> = {
    state,
    set: (key: string, value: SettingValue) => {
      if (key) state.settings[key] = value;
      changed();
    },
    subscribe: (listener: (state: State) => void) => {
      changed = () => listener(state);
      return () => {};
    },
    move: async (text: string) => (text.startsWith("e7e8") ? null : `${text} is not a legal move here.`),
  };
  return new Proxy({} as Page, { get: (_, name) => answers[String(name)] ?? log(String(name)) });
}

export function mockState(name: string): State {
  return { ...EMPTY, ...STATES[name]?.() };
}

/** A run that goes on by itself, as fast as frames come. */
export function runMock(state: State, changed: () => void): void {
  const { records } = state.run;
  const next = () => {
    records.push(record(records.length));
    state.run.population = population(records.length);
    changed();
    if (records.length <= state.run.generations) requestAnimationFrame(next);
  };
  next();
}
