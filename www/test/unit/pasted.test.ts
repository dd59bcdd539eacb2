import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused, WorkerEnded } from "../../src/host/line.ts";
import type { Player } from "../../src/host/player.ts";
import { chromosomeIn, chromosomesIn, ownPrograms } from "../../src/laboratory/pasted.ts";

test("a chromosome is found in itself and in a link, whatever stands around it", () => {
  for (const pasted of [
    "acpp.1.AbC",
    " acpp.1.AbC\n",
    "https://example.org/page/#c=acpp.1.AbC",
    "#c=acpp.1.AbC",
    "https://example.org/page/#c=acpp.1.AbC&name=Rudi%20II",
  ])
    assert.equal(chromosomeIn(pasted), "acpp.1.AbC");
});

test("what cannot be a program is refused with the reason", () => {
  assert.throws(() => chromosomeIn("  "), /nothing/);
  assert.throws(() => chromosomeIn("x".repeat(100_001)), /100001 characters/);
  assert.throws(() => chromosomeIn("https://example.org/#x=acpp.1.AbC"), /experiment/);
});

test("programs are found in lines, which keep their places", () => {
  const pasted =
    "# from a friend\r\nacpp.1.AbC\n\n  https://example.org/page/#c=acpp.1.DeF \n#c=acpp.1.GhI\n";
  assert.equal(chromosomesIn(pasted), "\nacpp.1.AbC\n\nacpp.1.DeF\nacpp.1.GhI\n");
});

test("a line that cannot be a program is named", () => {
  assert.equal(chromosomesIn("https://example.org/#c="), "https://example.org/#c=");
  assert.throws(() => chromosomesIn("acpp.1.AbC\n#x=acpp.1.AbC"), /^Error: line 2: .*experiment/);
});

test("a text is refused for its own faults, not for those of a worker", async () => {
  const failing = (error: Error) => ({ call: () => Promise.reject(error) }) as unknown as Player;
  const own = await ownPrograms(failing(new Refused("line 1: no")), "acpp", "no");
  assert.deepEqual(own, { text: "no", programs: [], wrong: "line 1: no" });
  await assert.rejects(ownPrograms(failing(new WorkerEnded("it is gone")), "acpp", "no"), /it is gone/);
});
