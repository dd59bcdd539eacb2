import assert from "node:assert/strict";
import { test } from "node:test";
import type { SearchedPosition } from "../../src/model.ts";
import { layout } from "../../src/view/search-tree.ts";

test("a position is as wide as what follows from it, and stands below its parent", () => {
  //     0
  //   1   2
  //  3 4
  const parents = [null, 0, 0, 1, 1];
  const cells = layout(parents.map((parent) => ({ parent }) as SearchedPosition));
  assert.deepEqual(
    cells.map(({ row }) => row),
    [0, 1, 1, 2, 2],
  );
  const rounded = cells.map(({ left, width }) => [left, width].map((share) => Math.round(share * 3)));
  assert.deepEqual(rounded, [
    [0, 3],
    [0, 2],
    [2, 1],
    [0, 1],
    [1, 1],
  ]);
  assert.deepEqual(layout([{ parent: null } as SearchedPosition]), [
    { number: 0, row: 0, left: 0, width: 1 },
  ]);
});
