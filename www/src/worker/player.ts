// Answers the page's questions about settings, programs, links and games. Between them it remembers only what programs thought,
// which is lost with the worker and changes no answer that must be repeatable.

import type {
  LadderTable,
  Likeness,
  Level,
  MatchStanding,
  NamedPlayer,
  Position,
  Program,
  SearchTree,
  Setting,
  Suite,
  System,
} from "../model.ts";
import { core, serveCalls } from "./core.ts";
import { settingLines } from "./lines.ts";
import { playGame } from "./matching.ts";
import type {
  Game,
  GameFile,
  GameTask,
  LadderGames,
  PlayerCalls,
  SharedExperiment,
  StartRead,
} from "./protocol.ts";
import { familyOf, familyOfStage, geneHistoryOf } from "./family.ts";
import { countAblation, sampleFound } from "./sampling.ts";
import { forget, think } from "./thinking.ts";

serveCalls<PlayerCalls>({
  ping: () => null,
  engine_signature: () => core.engine_signature(),
  systems: () => core.systems() as System[],
  settings: ({ kind, system }) => core.settings_table(kind, system) as Setting[],
  suite: ({ stage, text }) => core.suite_report(stage, text ?? undefined) as Omit<Suite, "title">,
  program: ({ text }) => core.program(text) as Program,
  short_program: ({ text }) => core.short_program(text),
  exact_program: ({ champion, checkpoint }) => core.exact_program(champion, checkpoint),
  program_table: ({ text }) => core.program_table(text),
  read_table: ({ text }) => core.read_table(text),
  with_depth_module: ({ program, text }) => core.with_depth_module(program, text),
  initial_programs: ({ lines, system }) => core.initial_programs(lines, system),
  position: ({ game, program }) =>
    withGame(game, (replay) => replay.position(program ?? undefined) as Position),
  read_start: ({ fen }) => core.read_start(fen) as StartRead,
  read_move: ({ game, text }) => withGame(game, (replay) => replay.read_move(text)),
  think: (question) => withGame(question.game, (replay) => think(replay, question)),
  forget: () => forget(),
  players_of: ({ text }) => core.players_of(text) as NamedPlayer[],
  likeness: ({ text, settings, program, other }) =>
    core.likeness(text ?? undefined, settingLines(settings), program, other) as Likeness,
  search_tree: ({ game, program, nodes }) =>
    withGame(game, (replay) => core.search_tree(replay, program, nodes) as SearchTree),
  pgn: ({ game, white, black, date, tags }) =>
    withGame(game, (replay) => replay.pgn(white, black, date, tags)),
  read_game: ({ text }) => core.read_game(text) as GameFile,
  match_games: ({ a, b, plan: { nodes, seed }, first, until }) =>
    core.match_games(a, b, first, until, nodes, seed) as GameTask[],
  play_game: ({ task, date }) => playGame(task, date),
  level: ({ opponents, half_points }) =>
    core.level(Float64Array.from(opponents), Uint32Array.from(half_points)) as Omit<Level, "games"> | null,
  standing: ({ half_points }) => core.match_standing(Uint32Array.from(half_points)) as MatchStanding,
  ladder_generations: ({ generations, rated }) => [
    ...core.ladder_generations(Uint32Array.from(generations), Uint8Array.from(rated, Number)),
  ],
  ladder_games: ({ measurement }) => core.ladder_games(measurement) as LadderGames,
  ladder_table: ({ measurement, half_points }) =>
    core.ladder_table(measurement, Uint32Array.from(half_points)) as LadderTable,
  sample_found: (question) => sampleFound(question),
  family: (question) => familyOf(question),
  family_of_stage: (question) => familyOfStage(question),
  gene_history: (question) => geneHistoryOf(question),
  count_ablation: (question) => countAblation(question),
  ablation: ({ program, positions, counts }) =>
    core.ablation(program, positions, Uint32Array.from(counts)) as PlayerCalls["ablation"]["answer"],
  read_experiment: ({ text }) => core.read_experiment(text) as SharedExperiment,
  write_experiment: ({ checkpoint, chromosome }) => core.write_experiment(checkpoint, chromosome),
});

function withGame<T>(
  { start, moves, resigned, flagged, unclaimed = false }: Game,
  ask: (replay: core.Replay) => T,
): T {
  const [who, late] = [resigned ?? undefined, flagged ?? undefined];
  const replay = new core.Replay(start ?? undefined, moves.join(" "), who, late, unclaimed);
  try {
    return ask(replay);
  } finally {
    replay.free();
  }
}
