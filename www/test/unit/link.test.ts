import assert from "node:assert/strict";
import { test } from "node:test";
import { linkIn, LONGEST_NAME, programFragment, tidyName } from "../../src/link.ts";

test("what is written can be read", () => {
  for (const name of ["", "Rudi", "Rudi & Sohn #1 = 100 %", "Мегре́", "象"])
    assert.deepEqual(linkIn(programFragment("acpp.1.abc", name)), {
      kind: "program",
      text: "acpp.1.abc",
      name,
    });
});

test("links from before names, and of experiments", () => {
  assert.deepEqual(linkIn("#c=acpp.1.abc"), { kind: "program", text: "acpp.1.abc", name: "" });
  assert.deepEqual(linkIn("#x=acpp.1.abc"), { kind: "experiment", text: "acpp.1.abc", name: "" });
  assert.equal(linkIn("#play"), null);
  assert.equal(linkIn(""), null);
});

test("a name that cannot be read leaves the program as it is", () => {
  assert.deepEqual(linkIn("#c=acpp.1.abc&name=%E0%A4%A"), { kind: "program", text: "acpp.1.abc", name: "" });
});

test("a name is a line of text, and not too long", () => {
  assert.equal(tidyName("  a\n b\u202e\u0000c "), "a b c");
  assert.equal(tidyName("x".repeat(100)), "x".repeat(LONGEST_NAME));
  assert.equal([...tidyName("♞".repeat(100))].length, LONGEST_NAME);
});
