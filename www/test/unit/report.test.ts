import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportReport } from "../../src/model.ts";
import { joinReports } from "../../src/worker/report.ts";

function report(file: string, reason: string, games: number): ImportReport {
  return {
    files: [file],
    games_read: 10 + games,
    games_used: 10,
    positions_read: 100,
    positions_kept: 90,
    skipped: [{ reason, games }],
    skips: [{ file, line: 1, reason, game: "" }],
    skips_omitted: 1,
    text: `${file}\n`,
  };
}

test("nothing of either report is lost", () => {
  const joined = joinReports(report("a", "illegal", 1), report("b", "illegal", 2), 170);
  assert.deepEqual(joined.files, ["a", "b"]);
  assert.deepEqual(joined.skipped, [{ reason: "illegal", games: 3 }]);
  assert.deepEqual([joined.games_read, joined.games_used, joined.positions_read], [23, 20, 200]);
  assert.deepEqual([joined.positions_kept, joined.skips.length, joined.skips_omitted], [170, 2, 2]);
  assert.match(joined.text, /^a\n\nAdded to these:\n\nb\n/);
});
