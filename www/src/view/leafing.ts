// Back and forth through the game: four buttons, and the arrow keys, Home and End.

import { html, svg, type TemplateResult } from "lit-html";
import type { Page, Play } from "../model.ts";
import { command } from "./command.ts";
import { turnAside } from "./move-tree.ts";

const ICONS = {
  first: svg`<path d="M4 3v10M13 3 6 8l7 5z" />`,
  earlier: svg`<path d="M11 3 4 8l7 5z" />`,
  later: svg`<path d="m5 3 7 5-7 5z" />`,
  last: svg`<path d="M12 3v10M3 3l7 5-7 5z" />`,
};

export function leafingIcon(icon: keyof typeof ICONS): TemplateResult {
  return html`<svg viewBox="0 0 16 16" aria-hidden="true">${ICONS[icon]}</svg>`;
}

export function leafingButtons(page: Page, { ply, position }: Play): TemplateResult {
  const last = position?.history.length ?? 0;
  const button = (name: string, icon: keyof typeof ICONS, to: number) => html`<button
    aria-label=${name} ${command(() => page.look(to), to === ply || to < 0 || to > last)}>
    ${leafingIcon(icon)}
  </button>`;
  return html`<span class="leafing">
    ${button("First position", "first", 0)} ${button("Earlier move", "earlier", ply - 1)}
    ${button("Later move", "later", ply + 1)} ${button("Last position", "last", last)}
  </span>`;
}

/** With Shift, from variation to variation. */
const SIDEWAYS: Record<string, 1 | -1> = { ArrowLeft: -1, ArrowRight: 1 };

/** Keys work wherever nothing else wants them: in the room, and left and right also where nothing has the focus. */
export function installLeafing(page: Page): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const { ply, position, mode } = page.state.play;
    if (mode === "arena") return;
    const by = SIDEWAYS[event.key];
    if (event.shiftKey) {
      if (by && mine(event) && turnAside(page, by)) event.preventDefault();
      return;
    }
    const to = destination(event.key, ply, position?.history.length ?? 0);
    if (to === null || !mine(event)) return;
    event.preventDefault();
    page.look(to);
  });
}

function destination(key: string, ply: number, last: number): number | null {
  if (last === 0) return null;
  if (key === "ArrowLeft") return ply - 1;
  if (key === "ArrowRight") return ply + 1;
  if (key === "Home") return 0;
  return key === "End" ? last : null;
}

function mine({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target === document.body) return key.startsWith("Arrow");
  if (!target.closest("#play") || target.closest("dialog, select")) return false;
  return !(target instanceof HTMLInputElement) || (target.type === "text" && target.value === "");
}
