// The moves of an analysis: the main line, and what else was tried. A list in the order of a depth-first walk, since a game may be
// longer than what is nested may be deep; those that follow one move stand in their order, the main continuation first.

export interface Step {
  /** Half-moves of the line up to it, itself among them. */
  ply: number;
  uci: string;
  san: string;
  /** What a file or a clock says of the move; not shown, but kept. */
  notes?: Notes;
}

/** Comments before and after a move, and marks such as "!?" by number, as in PGN; and the seconds that were left to whoever played it. */
export interface Notes {
  startingComments?: string[];
  comments?: string[];
  nags?: number[];
  clock_s?: number;
}

export type Variations = readonly Step[];

/** The moves of one line from the first on. */
export type Line = Pick<Step, "uci" | "san" | "notes">[];

/** A move with those that follow it. */
export interface Branch extends Step {
  next: Branch[];
}

/** The moves that an analysis begins with; their continuations hang on them. */
export function branches(variations: Variations): Branch[] {
  const first: Branch[] = [];
  const line: Branch[] = [];
  for (const step of variations) {
    const branch = { ...step, next: [] };
    (line[step.ply - 2]?.next ?? first).push(branch);
    line[step.ply - 1] = branch;
  }
  return first;
}

function listed(first: Branch[]): Variations {
  const steps: Step[] = [];
  const waiting = [...first].reverse();
  for (let branch = waiting.pop(); branch; branch = waiting.pop()) {
    const { next, ...step } = branch;
    steps.push(step);
    waiting.push(...[...next].reverse());
  }
  return steps;
}

/** With this line, which may have been in it before. */
export function grown(variations: Variations, line: Line): Variations {
  const first = branches(variations);
  let next = first;
  let isNew = false;
  line.forEach(({ uci, san, notes }, at) => {
    let branch = find(next, uci);
    if (!branch) {
      branch = { ply: at + 1, uci, san, ...(notes && { notes }), next: [] };
      next.push(branch);
      isNew = true;
    }
    next = branch.next;
  });
  return isNew ? listed(first) : variations;
}

/** The line that begins with these moves and goes on as the main one does. */
export function lineThrough(variations: Variations, moves: string[]): string[] {
  return [...moves, ...mainOf(follow(branches(variations), moves))];
}

export function mainLine(variations: Variations): string[] {
  return mainOf(branches(variations));
}

/** Without the last of these moves and what follows it. */
export function without(variations: Variations, moves: string[]): Variations {
  const first = branches(variations);
  const among = follow(first, moves.slice(0, -1));
  const at = among.findIndex(({ uci }) => uci === moves.at(-1));
  if (at < 0) return variations;
  among.splice(at, 1);
  return listed(first);
}

/** These moves become the main line. */
export function promoted(variations: Variations, moves: string[]): Variations {
  const first = branches(variations);
  let next = first;
  for (const uci of moves) {
    const at = next.findIndex((branch) => branch.uci === uci);
    if (at < 0) return variations;
    next.unshift(...next.splice(at, 1));
    next = next[0]?.next ?? [];
  }
  return listed(first);
}

/** The moves that were tried in the place of the last of these, itself among them. */
export function siblings(variations: Variations, moves: string[]): string[] {
  return follow(branches(variations), moves.slice(0, -1)).map(({ uci }) => uci);
}

/** Whether these moves were tried. */
export function holds(variations: Variations, moves: string[]): boolean {
  let next = branches(variations);
  return moves.every((uci) => {
    const branch = find(next, uci);
    next = branch?.next ?? [];
    return branch !== undefined;
  });
}

/** Whether something is said of a move. */
export function hasNotes(variations: Variations): boolean {
  return variations.some(({ notes }) => notes !== undefined);
}

/** Whether anything but one line was tried. */
export function hasBranches(variations: Variations): boolean {
  return variations.some(({ ply }, at) => ply !== at + 1);
}

export function beginsWith(line: string[], moves: string[]): boolean {
  return moves.every((move, at) => move === line[at]);
}

export function isVariations(value: unknown): value is Variations {
  if (!Array.isArray(value)) return false;
  let before = 0;
  return value.every((step: Partial<Step> | null) => {
    const { ply, uci, san, notes } = step ?? {};
    const hangs = typeof ply === "number" && Number.isInteger(ply) && ply >= 1 && ply <= before + 1;
    before = ply ?? 0;
    return (
      hangs && typeof uci === "string" && typeof san === "string" && (notes === undefined || areNotes(notes))
    );
  });
}

function areNotes(value: unknown): value is Notes {
  if (typeof value !== "object" || value === null) return false;
  const { startingComments = [], comments = [], nags = [], clock_s = 0 } = value as Record<string, unknown>;
  const texts = [startingComments, comments].every(
    (list) => Array.isArray(list) && list.every((text) => typeof text === "string"),
  );
  const numbers = [nags, [clock_s]].every(
    (list) => Array.isArray(list) && list.every((one) => typeof one === "number"),
  );
  return texts && numbers;
}

function find(among: Branch[], uci: string): Branch | undefined {
  return among.find((branch) => branch.uci === uci);
}

/** What follows these moves; nothing where they lead out of the analysis. */
function follow(first: Branch[], moves: string[]): Branch[] {
  let next = first;
  for (const uci of moves) next = find(next, uci)?.next ?? [];
  return next;
}

function mainOf(first: Branch[]): string[] {
  const line: string[] = [];
  for (let branch = first[0]; branch; branch = branch.next[0]) line.push(branch.uci);
  return line;
}
