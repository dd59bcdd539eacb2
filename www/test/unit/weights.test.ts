import assert from "node:assert/strict";
import { test } from "node:test";
import type { Gene } from "../../src/model.ts";
import { weightsOf } from "../../src/view/weights.ts";

function genes(group: string, ...values: number[]): Gene[] {
  const rows = [
    ["knight on a1", "a knight"],
    ["knight on b1", "a knight"],
    ["no pawns", "no pawn left"],
  ];
  return rows.map(([name, meaning], at) => ({ name, group, meaning, value: values[at] }) as Gene);
}

test("weights come by family, with their values in each stage of the game", () => {
  const weights = weightsOf([...genes("opening", 1, 2, 3), ...genes("endgame", 4, 5, 6)]);
  assert.deepEqual(weights.stages, ["opening", "endgame"]);
  assert.deepEqual(weights.families, [
    {
      name: "knight on",
      meaning: "a knight",
      features: [
        { name: "knight on a1", values: [1, 4] },
        { name: "knight on b1", values: [2, 5] },
      ],
    },
    { name: "no pawns", meaning: "no pawn left", features: [{ name: "no pawns", values: [3, 6] }] },
  ]);
});

test("without genes there are no weights", () => {
  assert.deepEqual(weightsOf([]), { stages: [], families: [] });
});
