// The address of a program or an experiment: the page's own, and behind `#` what it is.

/** No name is longer. */
export const LONGEST_NAME = 40;

export interface Link {
  kind: "program" | "experiment";
  text: string;
  /** What a program is called; empty: nothing. */
  name: string;
}

const NAME = "&name=";

/** The link in an address's fragment; null when there is none. */
export function linkIn(fragment: string): Link | null {
  const [text = "", name = ""] = fragment.slice(3).split(NAME, 2);
  if (fragment.startsWith("#c=")) return { kind: "program", text, name: readName(name) };
  return fragment.startsWith("#x=") ? { kind: "experiment", text: fragment.slice(3), name: "" } : null;
}

/** The fragment of a program. */
export function programFragment(text: string, name: string): string {
  return name === "" ? `#c=${text}` : `#c=${text}${NAME}${encodeURIComponent(name)}`;
}

/** The whole address of a program, on this page. */
export function programAddress({ text, name }: { text: string; name: string }): string {
  return `${location.href.split("#")[0]}${programFragment(text, name)}`;
}

/** A name as it is shown: a line of text, not too long, without signs that cannot be seen or that turn the line around. */
export function tidyName(name: string): string {
  const line = name.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return [...line].slice(0, LONGEST_NAME).join("").trim();
}

/** What cannot be read is no name: the program is what counts. */
function readName(encoded: string): string {
  try {
    return tidyName(decodeURIComponent(encoded));
  } catch {
    return "";
  }
}
