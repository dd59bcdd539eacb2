// The language of the page: the one chosen by hand, else the first of the browser's that the page has. Every text is written in
// English where it is used; the build (`build/language.ts`) has it looked up here. English looks nothing up and loads nothing.
// Modules that keep texts are imported after they are loaded (`main.ts`); another language begins with the page anew.

import { keyOf } from "./markup.ts";

/** A text, or one for each plural form; {0}, {1} are its holes. */
export type Translation = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalogue = Readonly<Record<string, Translation>>;

/** As they are called by those who speak them. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** What the page writes, and what the core and its files say: their texts come as data. */
export interface Catalogues {
  page: Catalogue;
  core: Catalogue;
}

const LOADERS: Record<Exclude<Language, "en">, () => Promise<Catalogues>> = {
  de: () => import("./de.ts"),
};
const KEY = "millipawn-language";

/** By hand, else by the browser: the first of those that it names and that the page has. */
export function preferred(chosen: string | null, browser: readonly string[]): Language {
  const wanted = [chosen ?? "", ...browser].map((tag) => tag.toLowerCase().split("-")[0] ?? "");
  return wanted.find(isLanguage) ?? "en";
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}

/** Null where nothing was chosen. A frame in which nothing is kept has it in its address. */
function chosen(): string | null {
  return new URLSearchParams(location.search).get("lang") ?? kept();
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Keeps the choice, and begins anew in it. */
export function chooseLanguage(tag: string): void {
  if (!isLanguage(tag)) return;
  const address = new URL(location.href);
  address.searchParams.delete("lang");
  try {
    localStorage.setItem(KEY, tag);
  } catch {
    address.searchParams.set("lang", tag);
  }
  history.replaceState(history.state, "", address);
  location.reload();
}

export const language: Language =
  typeof document === "undefined" || typeof location === "undefined"
    ? "en"
    : preferred(chosen(), navigator.languages);

/** How numbers are written. */
export const locale = language === "en" ? "en-US" : language;
/** How days are written: in English the day comes first. */
export const dates = language === "en" ? "en-GB" : language;

let catalogue: Catalogue | null = null;
let patterns: Pattern[] = [];
let keys = new WeakMap<TemplateStringsArray, string>();
let found = new Map<string, string>();

/** Fetches the texts of the language and uses them. */
export async function loadLanguage(): Promise<void> {
  if (language !== "en") use(await LOADERS[language]());
}

/** Looks up here from now on. The page does so once; tests may again. */
export function use(catalogues: Catalogues | null): void {
  catalogue = catalogues && { ...catalogues.core, ...catalogues.page };
  patterns = catalogues ? patternsOf(catalogues.core) : [];
  keys = new WeakMap();
  found = new Map();
}

/** The text in the language of the page: of a word, or of a template with holes. */
export function say(text: string): string;
export function say(strings: TemplateStringsArray, ...values: unknown[]): string;
export function say(text: string | TemplateStringsArray, ...values: unknown[]): string {
  if (typeof text === "string") return lookUp(text) ?? text;
  if (catalogue) {
    let key = keys.get(text);
    if (key === undefined) keys.set(text, (key = keyOf(text)));
    const known = lookUp(key);
    if (known !== undefined) return filled(known, values);
  }
  return text.reduce((before, part, at) => `${before}${values[at - 1]}${part}`);
}

/** The text for so many: "{0} game" with the form that the language has for this number. */
export function sayCounted(text: string, count: number, written: string): string | undefined {
  const known = catalogue?.[text];
  if (known === undefined) return undefined;
  return filled(typeof known === "string" ? known : formOf(known, count), [written]);
}

/** The translation of a text, where there is one. */
export function lookUp(text: string): string | undefined {
  if (!catalogue || !Object.hasOwn(catalogue, text)) return undefined;
  const known = catalogue[text];
  return typeof known === "object" ? known.other : known;
}

let rules: Intl.PluralRules | undefined;

function formOf(forms: Exclude<Translation, string>, count: number): string {
  rules ??= new Intl.PluralRules(locale);
  return forms[rules.select(count)] ?? forms.other ?? "";
}

function filled(text: string, values: unknown[]): string {
  return text.replace(/\{(\d+)\}/g, (_, at: string) => `${values[Number(at)]}`);
}

// ---- texts that come as data ----------------------------------------------------------------------

/** A text of the core with holes: how it looks in English, and what it is in the language. */
interface Pattern {
  english: RegExp;
  text: string;
}

/** Those that say most come first: "Generation {0} of this run" before "Generation {0}". */
function patternsOf(core: Catalogue): Pattern[] {
  const said = (english: string) => english.replace(/\{\d+\}/g, "").length;
  const entries = Object.entries(core).sort(([one], [other]) => said(other) - said(one));
  return entries.flatMap(([english, text]) => {
    if (typeof text !== "string" || !/\{\d+\}/.test(english)) return [];
    const escaped = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d+\}/g, "(.+)");
    return [{ english: new RegExp(`^${escaped}$`, "su"), text }];
  });
}

/** What the core says, in the language of the page. What the catalogue does not know stays as it is: names, notations. */
export function translate(text: string): string {
  if (!catalogue) return text;
  let known = found.get(text);
  if (known === undefined) found.set(text, (known = lookUp(text) ?? matched(text) ?? ofNamed(text) ?? text));
  return known;
}

function matched(text: string): string | undefined {
  for (const { english, text: translation } of patterns) {
    const holes = english.exec(text)?.slice(1);
    if (holes) return filled(translation, holes.map(translate));
  }
  return undefined;
}

/** Of a program that people gave a name: "Rudi (program from a link)". */
function ofNamed(text: string): string | undefined {
  const [, name, inside] = /^(.+) \((\p{Ll}.+)\)$/su.exec(text) ?? [];
  if (inside === undefined) return undefined;
  const title = inside.charAt(0).toUpperCase() + inside.slice(1);
  const known = lookUp(title) ?? matched(title);
  return known === undefined ? undefined : `${name} (${known})`;
}

/** What a row of a table is called, within a sentence: German keeps its capitals. */
export function inSentence(label: string): string {
  return language === "en" ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
