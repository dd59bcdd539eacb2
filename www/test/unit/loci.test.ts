import assert from "node:assert/strict";
import { test } from "node:test";
import { column, identical, inWords } from "../../src/view/loci.ts";

/** Two programs of three loci. */
function population(...cells: number[]) {
  return {
    individuals: 2,
    loci: 3,
    locus_name: "weight",
    cells: Uint8Array.from(cells),
    programs: ["a", "b"],
    fitness: new Uint32Array(2),
  };
}

test("a locus is identical where all programs have as much of it", () => {
  assert.deepEqual([...identical(population(0, 255, 7, 0, 254, 7))], [1, 0, 1]);
});

test("of bits it is told how many programs have them, of numbers how large they are", () => {
  const mixed = population(0, 255, 51, 255, 255, 102);
  assert.equal(inWords(column(mixed, 0)), "set in 1 of 2 programs");
  assert.equal(inWords(column(mixed, 1)), "set in 2 of 2 programs");
  assert.equal(inWords(column(mixed, 2)), "at 30 % of its range on average");
});
