// What a number means and where its definition comes from. One tip for the whole page, in the top layer so that it also covers
// dialogs; it shows the help of the element that is pointed at, focused, tapped or, where a tap does something else, held.
// Who cannot see it hears the same text as the description of the element.

import { html, noChange, nothing, type TemplateResult } from "lit-html";
import { directive, Directive, type ElementPart } from "lit-html/directive.js";
import type { Drawn } from "./context.ts";

const DELAY_MS = 350;
const LEAVE_MS = 100;
/** How long a finger rests on a button that it does not mean to press. */
const HOLD_MS = 500;
const GAP = 6;

/** The text of a tip: what it is, and where that comes from. */
export function helpText(meaning: string, source: string): string {
  return source ? `${meaning}\nSource: ${source}` : meaning;
}

/** A name with help: a button that does nothing else, so that every way to use a page reaches it. */
export function helped(content: Drawn | string | unknown[], text: string, label?: string): TemplateResult {
  return html`<button type="button" class="helped" aria-label=${label ?? nothing} ${help(text)}>${content}</button>`;
}

class Help extends Directive {
  #text = "";

  render(_text: string): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [text]: [string]): unknown {
    if (text !== this.#text) {
      this.#text = text;
      element.setAttribute("data-help", text);
      element.setAttribute("aria-description", text);
    }
    return noChange;
  }
}

/** Gives a control help. What only stands beside one, such as its label, has `data-help` for those who point at it. */
export const help = directive(Help);

/** Starts to show the tips of everything inside the page, now and later. */
export function installHelp(): void {
  const tip = makeTip();
  let shownFor: HTMLElement | null = null;
  let pointed: HTMLElement | null = null;
  let timer = 0;
  let held = false;

  const hide = () => {
    clearTimeout(timer);
    shownFor = null;
    if (tip.matches(":popover-open")) tip.hidePopover();
  };
  const show = (target: HTMLElement) => {
    clearTimeout(timer);
    tip.classList.remove("let-through");
    shownFor = target;
    tip.textContent = target.dataset.help ?? "";
    tip.showPopover();
    place(tip, target.getBoundingClientRect());
  };
  const later = (act: () => void, ms: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(act, ms);
  };

  document.addEventListener("pointerover", ({ target, pointerType }) => {
    const over = helpedBy(target);
    pointed = null;
    if (target === tip || (over !== null && over === shownFor)) return clearTimeout(timer);
    if (pointerType === "mouse") later(hide, LEAVE_MS);
  });
  // What slides under a mouse that rests is not pointed at: a tip would cover what was pressed.
  document.addEventListener("pointermove", ({ target, pointerType }) => {
    const over = helpedBy(target);
    if (pointerType !== "mouse" || over === pointed) return;
    pointed = over;
    if (over && over !== shownFor) later(() => show(over), DELAY_MS);
  });
  document.addEventListener("pointerdown", ({ target, pointerType }) => {
    const under = helpedBy(target);
    held = false;
    if (pointerType !== "touch" || !under || !isCommand(under)) return;
    later(() => {
      held = true;
      show(under);
    }, HOLD_MS);
  });
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => !shownFor && clearTimeout(timer));
  // Before whatever the press would do.
  document.addEventListener(
    "click",
    (event) => {
      // A long touch, which does not press; a key does.
      if (held && event.detail > 0) {
        held = false;
        event.preventDefault();
        return event.stopImmediatePropagation();
      }
      const target = helpedBy(event.target);
      if (!target || isCommand(target)) return event.target === tip ? undefined : hide();
      const again = target === shownFor && event instanceof PointerEvent && event.pointerType === "touch";
      again ? hide() : show(target);
    },
    { capture: true },
  );
  document.addEventListener("focusin", ({ target }) => {
    const focused = helpedBy(target);
    if (focused?.matches(":focus-visible")) show(focused);
    // Nobody points at it: it must not stand between the pointer and what it covers.
    tip.classList.toggle("let-through", shownFor !== null);
  });
  document.addEventListener("focusout", hide);
  // Who types has read it.
  document.addEventListener("input", hide);
  document.addEventListener(
    "scroll",
    () => {
      // The focus brings its element into view, which is no reason to take its tip away.
      if (shownFor && shownFor === document.activeElement) place(tip, shownFor.getBoundingClientRect());
      else hide();
    },
    { capture: true, passive: true },
  );
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}

/** Whether a press does something other than showing the help. */
function isCommand(element: Element): boolean {
  return element.matches("button:not(.helped), a, select");
}

function makeTip(): HTMLElement {
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.popover = "manual";
  tip.setAttribute("aria-hidden", "true");
  document.body.append(tip);
  return tip;
}

function helpedBy(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-help]") : null;
}

/** Below its element where there is room, else above; never outside the window. */
function place(tip: HTMLElement, target: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(target.left, window.innerWidth - width - GAP));
  const below = target.bottom + GAP;
  const fits = below + height <= window.innerHeight - GAP;
  tip.style.left = `${left}px`;
  tip.style.top = `${fits ? below : Math.max(GAP, target.top - height - GAP)}px`;
}
