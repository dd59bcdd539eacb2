import assert from "node:assert/strict";
import { test } from "node:test";
import { named } from "../../src/named.ts";

const PLAYERS = [
  { name: "Ann", games: 3 },
  { name: "Annabel", games: 4 },
  { name: "Bo", games: 5 },
];

test("a whole name is that player alone, a part all who have it", () => {
  assert.deepEqual(named(PLAYERS, " ann "), { games: 3, filter: '"ann"' });
  assert.deepEqual(named(PLAYERS, "nn"), { games: 7, filter: "nn" });
});

test("no name is nobody's", () => {
  assert.equal(named(PLAYERS, " ").games, 0);
  assert.equal(named(PLAYERS, "Carl").games, 0);
});
