import assert from "node:assert/strict";
import { test } from "node:test";
import { chromosomeIn } from "../../src/laboratory/pasted.ts";

test("a chromosome is found in itself and in a link, whatever stands around it", () => {
  for (const pasted of [
    "acpp.1.AbC",
    " acpp.1.AbC\n",
    "https://example.org/page/#c=acpp.1.AbC",
    "#c=acpp.1.AbC",
  ])
    assert.equal(chromosomeIn(pasted), "acpp.1.AbC");
});

test("what cannot be a program is refused with the reason", () => {
  assert.throws(() => chromosomeIn("  "), /nothing/);
  assert.throws(() => chromosomeIn("x".repeat(2001)), /2001 characters/);
  assert.throws(() => chromosomeIn("https://example.org/#x=acpp.1.AbC"), /experiment/);
});
