// The value of a field that is stored when the typing rests or the field is left: a redraw meanwhile does not take the text away.

import { noChange } from "lit-html";
import { directive, Directive, type ElementPart, type PropertyPart } from "lit-html/directive.js";
import { setCommittedValue } from "lit-html/directive-helpers.js";

class Unhurried extends Directive {
  #typing = false;
  #field: HTMLInputElement | HTMLTextAreaElement | null = null;

  render(value: string): unknown {
    return value;
  }

  override update(part: PropertyPart, [value]: [string]): unknown {
    this.#watch(part);
    if (this.#typing || this.#field?.value === value) return noChange;
    // Whatever was drawn last, the field holds something else now.
    setCommittedValue(part);
    return value;
  }

  #watch({ element }: PropertyPart | ElementPart): void {
    if (this.#field) return;
    this.#field = element as HTMLInputElement | HTMLTextAreaElement;
    element.addEventListener("input", () => (this.#typing = true));
    // Before the listener that stores the value and redraws.
    for (const end of ["change", "blur"]) {
      element.addEventListener(end, () => (this.#typing = false), { capture: true });
    }
  }
}

export const unhurried = directive(Unhurried);
