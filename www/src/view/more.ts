// A long list drawn in part: so many at first, and more when asked for, so that no drawing takes long.

import { html, nothing, type TemplateResult } from "lit-html";
import { locale } from "../language/language.ts";
import { counted } from "./format.ts";

export interface MoreOf {
  /** As many of the list as are shown. */
  shown<T>(list: T[]): T[];
  /** The button for more, and how many there are; nothing where all are shown. */
  button(list: unknown[], noun: string): TemplateResult | typeof nothing;
  /** From the beginning again. */
  reset(): void;
}

export function moreOf(step: number, redraw: () => void): MoreOf {
  let count = step;
  const more = () => {
    count += step;
    redraw();
  };
  return {
    shown: (list) => (list.length > count ? list.slice(0, count) : list),
    button: (list, noun) =>
      list.length > count
        ? html`<p class="buttons more-of">
            <button @click=${more}>Show ${Math.min(step, list.length - count)} more</button>
            <span class="quiet">${counted(count, noun)} of ${list.length.toLocaleString(locale)} shown</span>
          </p>`
        : nothing,
    reset: () => {
      count = step;
    },
  };
}
