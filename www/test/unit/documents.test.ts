// The links of the documentation lead somewhere.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

// The tests are run where the page's sources are.
const ROOT = "..";
const DOCUMENTS = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"],
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

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

test("every test that a document names is there", () => {
  const folder = join(ROOT, "tests/e2e");
  const tests = readdirSync(folder).filter((name) => name.endsWith(".test.mjs"));
  const names = new Set(tests.map((name) => name.replace(".test.mjs", "")));
  for (const document of ["docs/board.md", "docs/sharing.md"]) {
    const [, table = ""] = read(document).split("## What tests it");
    for (const [, file = "", told = ""] of table.matchAll(/(?:\| |; )([a-z-]+): (\*[^|;]*)/g)) {
      assert.ok(names.has(file), `${document}: ${file}`);
      const source = readFileSync(join(folder, `${file}.test.mjs`), "utf8");
      for (const [, name = ""] of told.matchAll(/\*([^*]+)\*/g))
        for (const part of name.split(/…|\([^)]*\)/).map((text) => text.trim()))
          assert.ok(source.includes(part), `${document}: ${file}: ${part}`);
    }
  }
});
