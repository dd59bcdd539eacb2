// What stands on the page, in the language that it speaks.

import { readFileSync } from "node:fs";

const FOLDER = new URL("../../www/src/language/", import.meta.url);

export class Words {
  #catalogue;

  constructor(language) {
    const part = (name) => JSON.parse(readFileSync(new URL(`${language}/${name}.json`, FOLDER), "utf8"));
    this.#catalogue = language === "en" ? {} : { ...part("core"), ...part("page") };
  }

  /** The text that is this one in English; names are the same. */
  of(text) {
    const known = this.#catalogue[text] ?? text;
    return typeof known === "string" ? known : known.other;
  }

  /** What the text looks like with anything in its holes: {0}, {1}. */
  like(text) {
    const escaped = this.of(text).replace(/[.*+?^$()|[\]\\]/g, "\\$&");
    return new RegExp(`^${escaped.replace(/\{\d+\}/g, ".+")}$`, "su");
  }
}
