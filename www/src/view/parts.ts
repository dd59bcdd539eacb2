// A list too long to be drawn at once, a part at a time: a choice says which.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";

export interface Parts {
  /** Where the part on show begins in a list of so many. */
  start(count: number): number;
  /** The part on show. */
  shown<T>(list: T[]): T[];
  /** Chooses another part, each named by the indexes of its first and its last; nothing where one part is all. */
  choice(
    label: string,
    count: number,
    name: (first: number, last: number) => string,
  ): TemplateResult | typeof nothing;
}

export function partsOf(size: number, redraw: () => void): Parts {
  let chosen = 0;
  // Another run may have less.
  const start = (count: number) => (chosen < count ? chosen : 0);
  const choose = (event: Event) => {
    chosen = Number((event.currentTarget as HTMLSelectElement).value);
    redraw();
  };
  return {
    start,
    shown: (list) => {
      const first = start(list.length);
      return list.length > size ? list.slice(first, first + size) : list;
    },
    choice: (label, count, name) =>
      count > size
        ? html`<label>${label}
            <select .value=${live(String(start(count)))} @change=${choose}>
              ${Array.from({ length: Math.ceil(count / size) }, (_, part) => {
                const first = part * size;
                return html`<option value=${first} ?selected=${first === start(count)}>
                  ${name(first, Math.min(count, first + size) - 1)}
                </option>`;
              })}
            </select>
          </label>`
        : nothing,
  };
}
