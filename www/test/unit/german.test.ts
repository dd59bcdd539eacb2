// German is whole: every text of the sources and of the core has a translation, and no translation is left over.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { isSaid, isSentence } from "../../build/language.ts";
import { type Message, messagesOf } from "../../build/messages.ts";
import unread from "../../build/unread.json";
import { type Translation, translate, use } from "../../src/language/language.ts";
import { core, page } from "../../src/language/de.ts";
import { MASTERS } from "../../src/masters.ts";

// The tests are run where the page's sources are.
const SOURCES = "src";

/** Programs of their own, which have no language. */
const OTHERS = /^(worker|embed|offline)\//;

interface Place extends Message {
  file: string;
  line: number;
}

function texts(): Place[] {
  const files = readdirSync(SOURCES, { recursive: true }).map(String);
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const code = readFileSync(join(SOURCES, file), "utf8");
      return messagesOf(code, file)
        .filter((message) => (isSaid(file) ? isRead(message) : message.kind === "said" && !OTHERS.test(file)))
        .map((message) => ({ ...message, file, line: code.slice(0, message.start).split("\n").length }));
    });
}

function isRead({ text, kind }: Message): boolean {
  return kind !== "literal" || isSentence(text);
}

const SAID = texts();

test("every text that the page shows has a German one, or is named as none to translate", () => {
  const lacking = SAID.filter(
    ({ text }) => !Object.hasOwn(page, text) && !Object.hasOwn(core, text) && !unread.includes(text),
  );
  assert.deepEqual(
    lacking.map(({ file, line, text }) => `src/${file}:${line} ${JSON.stringify(text)}`),
    [],
    "add it to src/language/de/page.json, or to build/unread.json where nobody reads it",
  );
});

test("no German text is left over, and none is named twice", () => {
  const titles = ["index.html", "board.html", "network.html"].map(
    (file) => /<title>(.*)<\/title>/.exec(readFileSync(file, "utf8"))?.[1] ?? "",
  );
  const known = new Set([...SAID.map(({ text }) => text), ...titles]);
  assert.deepEqual(
    Object.keys(page).filter((text) => !known.has(text)),
    [],
    "remove it from src/language/de/page.json",
  );
  assert.deepEqual(
    unread.filter((text) => !known.has(text) || Object.hasOwn(page, text)),
    [],
    "remove it from build/unread.json",
  );
});

test("a translation has no hole that its text lacks, begins and ends with the same blanks, and is there", () => {
  const formsOf = (translation: Translation) =>
    typeof translation === "string" ? [translation] : Object.values(translation);
  const holes = (text: string) => new Set(text.match(/\{\d+\}/g) ?? []);
  const blanks = (text: string) => [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]];
  for (const [text, translation] of Object.entries({ ...core, ...page })) {
    for (const form of formsOf(translation)) {
      assert.ok(form.trim() !== "", text);
      for (const hole of holes(form))
        assert.ok(holes(text).has(hole), `${hole} in the translation of "${text}"`);
      assert.deepEqual(blanks(form), blanks(text), text);
    }
  }
});

/** What the core tells of itself. */
interface Core {
  default(module: { module_or_path: Uint8Array }): Promise<unknown>;
  systems(): { id: string; kinds: string[]; texts: Record<string, unknown> }[];
  settings_table(kind: string, system: string): Record<"label" | "unit" | "meaning" | "source", string>[];
  program(text: string): { genes: Told[]; search: Told[] };
}

type Told = Record<"name" | "group" | "unit" | "meaning" | "source", string>;

/** Names of authors with years, and the names that a paper or an engine protocol has for its parameters. */
const NAMES = /^[^:;]* (19|20)\d\d$|^[^:]*, (19|20)\d\d$|, \d{4}$|^ICCA|^[A-Z][A-Z0-9_]+$|^EVOL/;

test("what the core tells of systems, settings and genes has a German text", async () => {
  const module = (await import(
    /* @vite-ignore */ pathToFileURL("wasm/millipawn_wasm.js").href
  )) as unknown as Core;
  await module.default({ module_or_path: readFileSync("wasm/millipawn_wasm_bg.wasm") });
  const systems = module.systems();
  const rows = systems.flatMap(({ id, kinds }) => kinds.flatMap((kind) => module.settings_table(kind, id)));
  const genes = PROGRAMS.flatMap((text) => {
    const { genes, search } = module.program(text);
    return [...genes, ...search];
  });
  const told = [
    ...systems.flatMap(({ texts }) => leaves(texts)),
    ...rows.flatMap(({ label, unit, meaning, source }) => [label, unit, meaning, source]),
    ...genes.flatMap(({ name, group, unit, meaning, source }) => [name, group, unit, meaning, source]),
  ];
  use({ page, core });
  const english = new Set(
    told.filter((text) => /\p{L}/u.test(text) && translate(text) === text && !NAMES.test(text)),
  );
  use(null);
  assert.deepEqual(
    [...english].filter((text) => !Object.hasOwn(core, text)),
    [],
    "add it to src/language/de/core.json",
  );
});

/** One of each system whose genes have names to translate. */
const PROGRAMS = [
  MASTERS,
  "acpp.1.evst8KXjF0xqD17J9EJ5HzlqgH7jbS4",
  "falcon.1.Z2yERBlQqeY9XMrbk5PuOU7_N00UsYu_yTs5TzgtYOc",
];

function leaves(data: unknown): string[] {
  if (typeof data === "string") return [data];
  return typeof data === "object" && data !== null ? Object.values(data).flatMap(leaves) : [];
}
