// Games with variations as PGN, in and out, and with clocks, out. The library knows the notation alone, and is loaded when a game is opened or saved; the rules
// of chess are the player's.

import type { ChildNode, Node, PgnNodeData } from "chessops/pgn";
import type { Player } from "../host/player.ts";
import type { GameClock } from "../model.ts";
import {
  type Branch,
  branches,
  grown,
  type Line,
  type Notes,
  type Step,
  type Variations,
} from "../variations.ts";
import type { Game } from "../worker/protocol.ts";

const library = () => import("chessops/pgn");

/** The variations and comments of the first game of a PGN, whose main line was read; and how many were left out for a move that cannot be played. */
export async function readVariations(
  player: Player,
  text: string,
  game: Game,
): Promise<{ variations: Variations; left_out: number }> {
  const { parsePgn } = await library();
  const [read] = parsePgn(text);
  const first = read?.moves;
  const nodes = [...(first?.mainlineNodes() ?? [])].map(({ data }) => data);
  const [opening] = nodes;
  // What stands before the moves stands before the first of them.
  if (opening && read?.comments)
    opening.startingComments = [...read.comments, ...(opening.startingComments ?? [])];
  if (!first || (!isTree(first) && nodes.every((data) => notesOf(data) === undefined)))
    return { variations: [], left_out: 0 };
  const describe = async (moves: string[]) => {
    const position = await player.call("position", { game: { ...game, moves }, program: null });
    return position.history;
  };
  let variations = grown([], noted(await describe(game.moves), nodes));
  let left_out = 0;
  const waiting = asides(first, [], game.moves);
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const { node, before } = one;
    try {
      const data = [node.data, ...node.mainline()];
      const line = await describe([...before, ...data.map(({ san }) => san)]);
      variations = grown(variations, noted(line, data, before.length));
      const moves = line.map(({ uci }) => uci);
      waiting.unshift(...asides(node, moves.slice(0, before.length + 1), moves));
    } catch {
      left_out += 1;
    }
  }
  return { variations, left_out };
}

/** The line with what the file says of its moves, from the one so numbered on. */
function noted(line: Pick<Step, "uci" | "san">[], data: PgnNodeData[], from = 0): Line {
  return line.map((step, at) => {
    const node = data[at - from];
    return { ...step, notes: node && notesOf(node) };
  });
}

function notesOf({ startingComments, comments, nags }: PgnNodeData): Notes | undefined {
  const notes = {
    ...(startingComments?.length && { startingComments }),
    ...(comments?.length && { comments }),
    ...(nags?.length && { nags }),
  };
  return Object.keys(notes).length > 0 ? notes : undefined;
}

/** The variations that leave the main line of a node, with the moves before each. */
function asides(
  node: Node<PgnNodeData>,
  before: string[],
  line: string[],
): { node: ChildNode<PgnNodeData>; before: string[] }[] {
  const all = [];
  let at: Node<PgnNodeData> | undefined = node;
  for (let ply = before.length; at && ply <= line.length; ply += 1) {
    const [main, ...others]: ChildNode<PgnNodeData>[] = at.children;
    all.push(...others.map((other) => ({ node: other, before: line.slice(0, ply) })));
    at = main;
  }
  return all;
}

function isTree(first: Node<PgnNodeData>): boolean {
  for (let node: Node<PgnNodeData> | undefined = first; node; node = node.children[0])
    if (node.children.length > 1) return true;
  return false;
}

/** The game of a PGN with these variations, and what is noted of them, in the place of its moves. */
export async function withVariations(pgn: string, variations: Variations): Promise<string> {
  const { ChildNode, makeComment, makePgn, Node, parsePgn } = await library();
  const [game] = parsePgn(pgn);
  if (!game) throw new Error("there is no game in it");
  const root = new Node<PgnNodeData>();
  const waiting: [Branch[], Node<PgnNodeData>][] = [[branches(variations), root]];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const [next, node] = one;
    for (const branch of next) {
      const { clock_s, ...notes } = branch.notes ?? {};
      const timed = clock_s === undefined ? [] : [makeComment({ clock: clock_s })];
      const comments = [...timed, ...(notes.comments ?? [])];
      const child = new ChildNode<PgnNodeData>({
        san: branch.san,
        ...notes,
        ...(comments.length > 0 && { comments }),
      });
      node.children.push(child);
      waiting.push([branch.next, child]);
    }
  }
  return makePgn({ ...game, moves: root });
}

/** The game of a PGN with what its clocks showed after each move. */
export async function withClocks(pgn: string, { from, left_ms }: GameClock): Promise<string> {
  const { makeComment, makePgn, parsePgn } = await library();
  const [game] = parsePgn(pgn);
  if (!game) throw new Error("there is no game in it");
  [...game.moves.mainlineNodes()].slice(from).forEach(({ data }, at) => {
    const left = left_ms[at];
    if (typeof left === "number") data.comments = [makeComment({ clock: Math.round(left / 1000) })];
  });
  return makePgn(game);
}
