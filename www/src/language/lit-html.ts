// lit-html, with templates in the language of the page. The build puts this in its place for all views. lit keeps what it
// prepared by the array of a template's strings: so each array has one in the language, which is made once.

import { html as englishHtml, svg as englishSvg } from "lit-html";
import { language, lookUp } from "./language.ts";
import { joined, piecesOf } from "./markup.ts";

export * from "lit-html";

type Tag = typeof englishHtml | typeof englishSvg;

/** A template whose texts were looked up: its strings, and which value stands in which hole. */
export interface Translated {
  strings: TemplateStringsArray;
  order: number[];
}

/** The template in another language. A translation may have the holes of its text in another order, repeat one or leave one out. */
export function translated(
  strings: TemplateStringsArray,
  look: (text: string) => string | undefined,
): Translated {
  const markup = joined(strings);
  let whole = "";
  let from = 0;
  for (const { start, end, text, holes } of piecesOf(markup)) {
    const found = look(text)?.replace(/\{(\d+)\}/g, (_, at: string) => `\u0001${holes[Number(at)]}\u0002`);
    whole += markup.slice(from, start) + (found ?? markup.slice(start, end));
    from = end;
  }
  const parts = (whole + markup.slice(from)).split(/\u0001(\d+)\u0002/);
  const texts = parts.filter((_, at) => at % 2 === 0);
  return {
    // lit takes only arrays that look like those of a tagged template.
    strings: Object.assign(texts, { raw: texts }) as TemplateStringsArray,
    order: parts.filter((_, at) => at % 2 === 1).map(Number),
  };
}

const made = new WeakMap<TemplateStringsArray, Translated>();

function inLanguage<T extends Tag>(tag: T): T {
  if (language === "en") return tag;
  return ((strings: TemplateStringsArray, ...values: unknown[]) => {
    let known = made.get(strings);
    if (!known) made.set(strings, (known = translated(strings, lookUp)));
    return tag(known.strings, ...known.order.map((at) => values[at]));
  }) as T;
}

export const html = inLanguage(englishHtml);
export const svg = inLanguage(englishSvg);
