// Has the page speak its language: texts stand in the sources in English, as they are read, and the build has those that the
// catalogue knows looked up when they are said. Templates are looked up by `src/language/lit-html.ts`, which stands in for lit-html.

import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Plugin } from "vite";
import { messagesOf } from "./messages.ts";

const SOURCES = resolve(import.meta.dirname, "../src");
const LANGUAGE = resolve(SOURCES, "language/language.ts");
const LIT_HTML = resolve(SOURCES, "language/lit-html.ts");
export const CATALOGUE = resolve(SOURCES, "language/de/page.json");

/** What workers and other programs read: files, protocols, records. No page shows a text of theirs as it stands there. */
const UNSAID =
  /^(worker|offline|embed|language|model)\/|^laboratory\/(collection|game-file|report|program-file|saved-game)\.ts$|^host\/trusted\.ts$|^(game-heads|history-table|repeat|link|lichess|main|titles)\.ts$/;

/** Whether the texts of a file, by its path under `src`, are those of the page. */
export function isSaid(file: string): boolean {
  return file.endsWith(".ts") && !file.startsWith("..") && !UNSAID.test(file);
}

/** Whether a literal is a text by its looks: a single word in lower case may be anything, and says so by a call of `say`. */
export function isSentence(text: string): boolean {
  return /^\s*\p{Lu}.|\s/su.test(text);
}

/** Replaces the texts that the catalogue knows by calls that look them up. */
export function withSaid(code: string, file: string, isKnown: (text: string) => boolean): string {
  const known = messagesOf(code, file).filter(
    ({ text, kind }) => (kind === "literal" ? isSentence(text) : kind === "template") && isKnown(text),
  );
  if (known.length === 0) return code;
  const inserted = known.flatMap(({ start, end, kind }) =>
    kind === "template"
      ? [{ at: start, text: "__say" }]
      : [
          { at: start, text: "__say(" },
          { at: end, text: ")" },
        ],
  );
  inserted.sort((one, other) => one.at - other.at);
  let said = "";
  let from = 0;
  for (const { at, text } of inserted) {
    said += code.slice(from, at) + text;
    from = at;
  }
  return `import { say as __say } from ${JSON.stringify(LANGUAGE)};${said}${code.slice(from)}`;
}

export function language(): Plugin {
  const catalogue = JSON.parse(readFileSync(CATALOGUE, "utf8")) as object;
  return {
    name: "millipawn-language",
    enforce: "pre",
    resolveId(source, importer) {
      return source === "lit-html" && importer && isSaid(relative(SOURCES, importer)) ? LIT_HTML : null;
    },
    transform(code, id) {
      const file = relative(SOURCES, id.split("?")[0] ?? "");
      if (!isSaid(file)) return null;
      return { code: withSaid(code, file, (text) => Object.hasOwn(catalogue, text)), map: null };
    },
  };
}
