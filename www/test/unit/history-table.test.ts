import assert from "node:assert/strict";
import { test } from "node:test";
import { historyCsv, historyJson } from "../../src/history-table.ts";
import type { GenerationRecord, RunRecord } from "../../src/model.ts";

const RECORD = { generation: 0, best: 20, champion: "acpp.1.a", held_out: null } as GenerationRecord;
const MEASURED = { ...RECORD, generation: 1, held_out: { rate: 0.25 } } as GenerationRecord;

test("a line a generation, parts by their path", () => {
  assert.equal(
    historyCsv([], [RECORD, MEASURED]),
    "generation,best,champion,held_out.rate\r\n0,20,acpp.1.a,\r\n1,20,acpp.1.a,0.25\r\n",
  );
});

test("text with commas is quoted", () => {
  const record = { generation: 0, diverged: 'it grew, "much"' } as unknown as RunRecord;
  assert.equal(historyCsv([], [record]), 'generation,diverged\r\n0,"it grew, ""much"""\r\n');
});

test("what was changed stands in the line of its generation", () => {
  const change = { generation: 1, label: "", before: 0.5, value: 1 };
  const changes = [
    { ...change, name: "crossover-probability" },
    { ...change, name: "elite" },
    { ...change, name: "elite", generation: 2 },
  ];
  assert.equal(
    historyCsv(changes, [RECORD, { ...RECORD, generation: 1 }]),
    "generation,best,champion,changed\r\n0,20,acpp.1.a,\r\n1,20,acpp.1.a,crossover-probability=1 elite=1\r\n",
  );
});

test("JSON holds the records as they are", () => {
  const read = JSON.parse(historyJson("imitation", { seed: 1 }, [], [RECORD]));
  assert.deepEqual([read.kind, read.settings, read.records], ["imitation", { seed: 1 }, [RECORD]]);
});
