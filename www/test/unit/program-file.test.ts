import assert from "node:assert/strict";
import { test } from "node:test";
import { readProgramFile, takenInUntil, writeProgramFile } from "../../src/laboratory/program-file.ts";

const file = { program_version: "0.1.0", system: "acpp", chromosome: "acpp.1.abc", provenance: null };

test("what is written can be read", () => {
  assert.equal(readProgramFile(writeProgramFile(file)), "acpp.1.abc");
});

test("a file names the programs that came from elsewhere, up to its generation", () => {
  const checkpoint = "kept\nimmigrant 3 acpp.1.abc\nimmigrant 12 acpp.1.def\nscored 13\n";
  assert.deepEqual(takenInUntil(checkpoint, 11), {
    from_elsewhere: [{ generation: 3, program: "acpp.1.abc" }],
  });
  assert.deepEqual(takenInUntil(checkpoint, 2), {});
});

test("an error names what is wrong", () => {
  const broken: [unknown, RegExp][] = [
    [[], /not a JSON object/],
    [{ ...file, version: 1 }, /"format"/],
    [{ ...file, format: "millipawn program", version: 2 }, /"version" is 2; this page knows 1/],
    [{ ...file, format: "millipawn program", version: 1, chromosome: 7 }, /"chromosome" is 7/],
    [{ format: "millipawn program", version: 1 }, /"chromosome" is missing/],
    [{ ...file, format: "millipawn program", version: 1, system: "meep" }, /"system" is "meep"/],
  ];
  for (const [value, message] of broken) {
    assert.throws(() => readProgramFile(JSON.stringify(value)), message);
  }
  assert.throws(() => readProgramFile("{"), /not JSON/);
});
