// What a person reads in a template: the texts between its tags and those of some attributes, with numbered holes for its values.

/** Attributes that are read or heard. */
const READ = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "alt",
  "data-help",
  "label",
  "placeholder",
  "title",
]);
/** Elements whose text is the same in every language. */
const VERBATIM = new Set(["code", "kbd", "samp", "style", "script"]);

/** A text of a template: where it stands in the markup, with holes as {0}, {1}; they count through the whole template. */
export interface Piece {
  start: number;
  end: number;
  /** As it is looked up: its own holes count from 0, white space is one blank. */
  text: string;
  /** Which of the template's values its holes stand for. */
  holes: number[];
}

/** The markup in one string. The number of a hole stands between two characters that no template has. */
export function joined(strings: readonly string[]): string {
  return strings.map((part, at) => (at === 0 ? part : `\u0001${at - 1}\u0002${part}`)).join("");
}

const TOKEN = /<!--[\s\S]*?-->|<\/?([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/g;
const ATTRIBUTE = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The texts of a template, in their order. */
export function piecesOf(markup: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (start: number, raw: string) => {
    const piece = pieceOf(start, raw);
    if (piece) pieces.push(piece);
  };
  let verbatim = "";
  let from = 0;
  for (const token of markup.matchAll(TOKEN)) {
    if (!verbatim) add(from, markup.slice(from, token.index));
    from = token.index + token[0].length;
    const tag = token[1]?.toLowerCase();
    if (!tag) continue;
    if (token[0].startsWith("</")) {
      if (tag === verbatim) verbatim = "";
      continue;
    }
    if (VERBATIM.has(tag) && !verbatim) verbatim = tag;
    const attributes = token[2] ?? "";
    const at = token.index + 1 + (token[1]?.length ?? 0);
    for (const one of attributes.matchAll(ATTRIBUTE)) {
      const value = one[2] ?? one[3] ?? "";
      if (READ.has(one[1] ?? "")) add(at + one.index + one[0].length - 1 - value.length, value);
    }
  }
  if (!verbatim) add(from, markup.slice(from));
  return pieces;
}

function pieceOf(start: number, raw: string): Piece | null {
  const inner = raw.trim();
  const holes: number[] = [];
  const text = inner.replace(/\s+/g, " ").replace(/\u0001(\d+)\u0002/g, (_, number: string) => {
    holes.push(Number(number));
    return `{${holes.length - 1}}`;
  });
  if (!isText(text)) return null;
  const at = start + raw.indexOf(inner);
  return { start: at, end: at + inner.length, text, holes };
}

/** Whether there is a word to translate. */
export function isText(text: string): boolean {
  return /\p{L}/u.test(text.replace(/\{\d+\}|&\w+;/g, ""));
}

/** "a {0} b {1}" of the parts of a template. */
export function keyOf(strings: readonly string[]): string {
  return strings.reduce((before, part, at) => `${before}{${at - 1}}${part}`);
}
