import assert from "node:assert/strict";
import { test } from "node:test";
import { SetUp } from "../../src/embed/set-up.ts";

const option = (name: string, value: string) => `setoption name ${name} value ${value}`;
const chromosome = (value: string) => option("Chromosome", value);
const PLAIN = chromosome("acpp.1.AAAA");
const OTHER = chromosome("https://millipawn.example/#c=falcon.1.B-_B");
const WHOLE = chromosome("acpp.1.AAAA.search.1.CCCC");
const WHOLE_LINK = chromosome("https://millipawn.example/#c=acpp.1.AAAA.search.1.DDDD&name=Rudi");
/** Links to experiments, with champions of either kind. */
const EXPERIMENT = chromosome("https://millipawn.example/#x=imitation.1.EEEE");
const SEARCH_EXPERIMENT = chromosome("https://millipawn.example/#x=tuning.1.FFFF");
const DAMAGED = chromosome("acpp.1.damaged");
const DAMAGED_WHOLE = chromosome("acpp.1.damaged.search.1.CCCC");
const WITH_SEARCH = new Set([WHOLE, WHOLE_LINK, SEARCH_EXPERIMENT]);
const REFUSED = new Set([DAMAGED, DAMAGED_WHOLE]);
const REFUSAL = "info string Chromosome ignored: the checksum is wrong";
const BEST = "bestmove e2e4";
/** Any of these may come at any time. In the last the engine refuses one of two lines. */
const SAID = [
  [option("NullMove", "0")],
  [option("Razoring", "3")],
  ...[PLAIN, OTHER, WHOLE, WHOLE_LINK, EXPERIMENT, SEARCH_EXPERIMENT, ...REFUSED].map((line) => [line]),
  [PLAIN, DAMAGED],
];

/** After these lines, each array followed by what the engine says, the last of it of a search. */
function after(...parts: [said: string[], heard: string[]][]): string[] {
  const setUp = new SetUp();
  for (const [said, heard] of parts) {
    for (const line of said) setUp.say(line);
    for (const line of heard) setUp.hear(line);
  }
  return setUp.lines;
}

test("the last position and the last value of each option are told again, in the order said", () => {
  const lines = after(
    [[option("Hash", "1"), "position startpos", option("NullMove", "0")], [BEST]],
    [
      ["position startpos moves e2e4", option("hash", "2")],
      ["info depth 1", "bestmove e7e5"],
    ],
  );
  assert.deepEqual(lines, [option("NullMove", "0"), "position startpos moves e2e4", option("hash", "2")]);
});

test("the last value of an option counts, whatever program came in between", () => {
  const first = [option("NullMove", "3"), PLAIN, option("NullMove", "0")];
  assert.deepEqual(after([first, [BEST]]), [PLAIN, option("NullMove", "0")]);
});

test("of programs one after the other the last one is told again", () => {
  const game = (program: string, ...more: string[]): [string[], string[]] => [
    [program, ...more, "position startpos"],
    [BEST],
  ];
  assert.deepEqual(after(game(PLAIN), game(OTHER)), [OTHER, "position startpos"]);
  const hash = option("Hash", "8");
  assert.deepEqual(after(game(PLAIN, hash), game(OTHER, hash)), [OTHER, hash, "position startpos"]);
  const many = Array.from({ length: 200 }, (_, at) => game(chromosome(`acpp.1.${at}`), hash));
  assert.equal(after(...many).length, 3);
  const whole = Array.from({ length: 200 }, (_, at) => game(chromosome(`acpp.1.${at}.search.1.AA`), hash));
  assert.equal(after(...whole, ...many).length, 4);
});

/** What the engine makes of lines: see `set_program` in `crate/engine/src/play/uci/options.rs`. */
function engine(lines: string[]) {
  let [program, hasSearch, parameters]: [string, boolean, Record<string, string>] = ["", false, {}];
  for (const line of lines.filter((line) => !REFUSED.has(line))) {
    const [, name = "", value = ""] = /name (\w+) value (\S+)/.exec(line) ?? [];
    if (name !== "Chromosome") {
      parameters = { ...parameters, [name]: value };
      continue;
    }
    if (WITH_SEARCH.has(line)) parameters = { ofProgram: value };
    else if (hasSearch) parameters = {};
    [program, hasSearch] = [value, WITH_SEARCH.has(line)];
  }
  return { program, hasSearch, parameters };
}

test("whatever is set, and some of it refused, the lines told again lead to the same", () => {
  let conversations: string[][][] = [[]];
  for (let length = 0; length < 4; length++) {
    conversations = conversations.flatMap((before) => SAID.map((lines) => [...before, lines]));
  }
  const heard = (lines: string[]) => [...(lines.some((line) => REFUSED.has(line)) ? [REFUSAL] : []), BEST];
  for (const said of conversations) {
    const told = after(...said.map((lines): [string[], string[]] => [lines, heard(lines)]));
    assert.deepEqual(engine(told), engine(said.flat()), said.join("; "));
  }
});

test("a line that was refused takes no other's place", () => {
  const good = "position startpos moves e2e4";
  const bad = "position startpos moves e2e5";
  const refusal = "info string position ignored: e2e5 is not legal";
  assert.deepEqual(after([[good], [BEST]], [[bad], [refusal, "bestmove a7a6"]]), [good, bad]);
  // The next position that is not refused takes the place of all.
  const next = "position startpos";
  assert.deepEqual(after([[good], [BEST]], [[bad], [refusal, BEST]], [[next], [BEST]]), [next]);
  // A `readyok` may answer a question that was asked before the line was said.
  assert.deepEqual(after([[good], [BEST]], [[bad], ["readyok", refusal, BEST]]), [good, bad]);
});

test("a search that is only ever stopped leaves one position to tell again", () => {
  const search = (at: number): [string[], string[]] => [
    [`position startpos moves ${at}`],
    ["info depth 1 score cp 0"],
  ];
  assert.deepEqual(after(...[1, 2, 3, 4].map(search)), ["position startpos moves 4"]);
});

test("what the engine has not answered yet is told again as it is", () => {
  assert.deepEqual(after([["position startpos"], []], [["position startpos moves e2e4"], []]), [
    "position startpos",
    "position startpos moves e2e4",
  ]);
});
