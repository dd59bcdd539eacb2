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

const STAGES = ["opening", "endgame"];
const BY_STAGE = [
  {
    name: "knight on",
    meaning: "a knight",
    columns: STAGES,
    features: [
      { name: "knight on a1", meaning: "a knight", values: [1, 4] },
      { name: "knight on b1", meaning: "a knight", values: [2, 5] },
    ],
  },
  {
    name: "no pawns",
    meaning: "no pawn left",
    columns: STAGES,
    features: [{ name: "no pawns", meaning: "no pawn left", values: [3, 6] }],
  },
];

test("weights come by family, with their values in each stage of the game", () => {
  const weights = weightsOf([...genes("opening", 1, 2, 3), ...genes("endgame", 4, 5, 6)]);
  assert.deepEqual(weights, { stages: STAGES, families: BY_STAGE });
});

test("what is in no stage is a family of its own, with a meaning for each", () => {
  const other = [
    { name: "PAWN_A", group: "Falcon's features", meaning: "one", value: 7 },
    { name: "PAWN_B", group: "Falcon's features", meaning: "two", value: 8 },
  ] as Gene[];
  const weights = weightsOf([...genes("opening", 1, 2, 3), ...genes("endgame", 4, 5, 6), ...other]);
  assert.deepEqual(weights.stages, STAGES);
  const family = {
    name: "Falcon's features",
    meaning: "They count alike in all stages of the game",
    columns: ["weight"],
    features: [
      { name: "PAWN_A", meaning: "one", values: [7] },
      { name: "PAWN_B", meaning: "two", values: [8] },
    ],
  };
  assert.deepEqual(weights.families, [...BY_STAGE, family]);
});

test("without genes there are no weights", () => {
  assert.deepEqual(weightsOf([]), { stages: [], families: [] });
});
