// A button that keeps the focus when it cannot be pressed: a disabled one drops it, and whoever uses the keyboard with it.

import { noChange } from "lit-html";
import { directive, Directive, type ElementPart } from "lit-html/directive.js";

class Command extends Directive {
  #act: ((event: MouseEvent) => void) | null = null;
  #begun = false;

  render(_act: (event: MouseEvent) => void, _off = false): unknown {
    return noChange;
  }

  override update(
    { element }: ElementPart,
    [act, off = false]: [(event: MouseEvent) => void, boolean?],
  ): unknown {
    this.#act = off ? null : act;
    element.setAttribute("aria-disabled", String(off));
    if (!this.#begun) element.addEventListener("click", (event) => this.#press(event as MouseEvent));
    this.#begun = true;
    return noChange;
  }

  #press(event: MouseEvent): void {
    if (this.#act) this.#act(event);
    else event.preventDefault();
  }
}

/** `<button ${command(act, off)}>`: does it when pressed, unless it is off. */
export const command = directive(Command);
