import assert from "node:assert/strict";
import { test } from "node:test";
import { SetUp } from "../../src/embed/set-up.ts";

const option = (name: string, value: string) => `setoption name ${name} value ${value}`;

/** After these lines, each array followed by what the engine says, the last of it an answer. */
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
    [[option("Hash", "1"), "position startpos", option("NullMove", "0")], ["readyok"]],
    [
      ["position startpos moves e2e4", option("hash", "2")],
      ["info depth 1", "bestmove e7e5"],
    ],
  );
  assert.deepEqual(lines, [option("NullMove", "0"), "position startpos moves e2e4", option("hash", "2")]);
});

test("a program replaces parameters set before it, so what was set before and after it stays", () => {
  const set = [option("NullMove", "3"), option("Chromosome", "x"), option("NullMove", "0")];
  assert.deepEqual(after([set, ["readyok"]]), set);
  const twice = [...set, option("Chromosome", "y")];
  assert.deepEqual(after([set, ["readyok"]], [[option("Chromosome", "y")], ["readyok"]]), twice);
});

test("a line that was refused takes no other's place", () => {
  const good = "position startpos moves e2e4";
  const bad = "position startpos moves e2e5";
  const refusal = "info string position ignored: e2e5 is not legal";
  assert.deepEqual(after([[good], ["readyok"]], [[bad], [refusal, "bestmove a7a6"]]), [good, bad]);
  // The next position that is not refused takes the place of all.
  const next = "position startpos";
  assert.deepEqual(after([[good], ["readyok"]], [[bad], [refusal, "readyok"]], [[next], ["readyok"]]), [
    next,
  ]);
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
