// The links of the documentation lead somewhere, and the tests and files that it names are there.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { faultsOf, hasTable, namesOfTests } from "./tables-of-tests.ts";

// The tests are run where the page's sources are.
const ROOT = "..";
const DOCUMENTS = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"],
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];
/** What is there only once it is built, and what stands for a name. */
const NOT_THERE = /^www\/(dist|wasm)\b|\bNAME\b/;

const read = (document: string) => readFileSync(join(ROOT, document), "utf8");

/** The addresses of its headings, as forges make them. */
function headings(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("every link to a file, and to a heading, finds it", () => {
  const lost = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = ""]) => link)
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [path = "", heading] = link.split("#");
        const file = path === "" ? document : join(dirname(document), path);
        return !existsSync(join(ROOT, file)) || (heading !== undefined && !headings(file).includes(heading));
      })
      .map((link) => `${document}: ${link}`),
  );
  assert.deepEqual(lost, []);
});

test("every document can be reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const document of reached)
    for (const [, link = ""] of read(document).matchAll(/\]\(([^)#\s]+\.md)/g)) {
      const file = join(dirname(document), link);
      if (!/^https?:/.test(link) && DOCUMENTS.includes(file)) reached.add(file);
    }
  assert.deepEqual(
    DOCUMENTS.filter((document) => !reached.has(document)),
    [],
  );
});

/** Of an end-to-end test's file. */
function namesIn(file: string): Set<string> | null {
  const path = join(ROOT, "tests/e2e", `${file}.test.mjs`);
  return existsSync(path) ? namesOfTests(readFileSync(path, "utf8"), path) : null;
}

test("every part in a table of tests has its tests, which are there", () => {
  const tables = DOCUMENTS.filter((document) => hasTable(read(document)));
  assert.deepEqual(tables, ["docs/board.md", "docs/sharing.md"]);
  const faults = tables.flatMap((document) =>
    faultsOf(read(document), namesIn).map((fault) => `${document}: ${fault}`),
  );
  assert.deepEqual(faults, []);
});

test("every file of this repository that a document names is there", () => {
  const lost = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/`((?:tests|crate|docs|www)\/[\w./-]+)`/g)]
      .map(([, path = ""]) => path)
      .filter((path) => !NOT_THERE.test(path) && !existsSync(join(ROOT, path)))
      .map((path) => `${document}: ${path}`),
  );
  assert.deepEqual(lost, []);
});

test("a table of tests is refused where a part has none, or one that is not there", () => {
  const code =
    'e2e("a link opens", act);\nfor (const at of SIZES) e2eInside(`cut at ${at}`, act);\ntest("no; none", act);';
  const tests = (file: string) => (file === "links" ? namesOfTests(code, "links.test.mjs") : null);
  const faults = (...rows: string[]) =>
    faultsOf(["## What tests it", "| what | test |", "|---|---|", ...rows].join("\n"), tests);
  assert.deepEqual(faults("| link | links: *a link opens*, *cut at …*; links: *no; none* |"), []);
  assert.deepEqual(faults(), ['no table under "## What tests it"']);
  assert.deepEqual(faults("| link | |"), ["link: no file with names of tests: nothing"]);
  assert.deepEqual(faults("| link | links: all of it |"), [
    "link: no file with names of tests: links: all of it",
  ]);
  assert.deepEqual(faults("| link | lines: *a link opens* |"), ["link: no file of tests called lines"]);
  assert.deepEqual(faults("| link | links: *a link* |"), ["link: no test in links: a link"]);
  assert.deepEqual(faults("| link | links: *a link opens*; links: *cut at 5* |"), [
    "link: no test in links: cut at 5",
  ]);
  assert.deepEqual(faults("| link |"), ["not a part and its tests: | link |"]);
});
