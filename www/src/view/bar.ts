// Small bars beside numbers. They repeat what the number says, so they are hidden from assistive technology;
// SVG attributes, not styles, because the page's policy allows no inline style.

import { html, nothing, svg, type TemplateResult } from "lit-html";

/** A track filled between two shares of its length, 0 to 1. The mark is a tick for comparison. */
export function rangeBar(from: number, to: number, mark: number | null): TemplateResult {
  const tick = mark !== null && mark >= 0 && mark <= 1;
  const [left, right] = [clamp(Math.min(from, to), 0, 1) * 100, clamp(Math.max(from, to), 0, 1) * 100];
  return html`<svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" y="4" width="100" height="4" />
    <rect class="fill" x=${left} y="4" width=${right - left} height="4" />
    ${tick ? tickMark(mark) : nothing}
  </svg>`;
}

/** A bar that grows from the middle: right for White, left for Black. Share from -1 to 1. */
export function divergingBar(share: number): TemplateResult {
  const width = Math.abs(clamp(share, -1, 1)) * 50;
  return html`<svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" y="4" width="100" height="4" />
    <rect class=${share < 0 ? "fill minus" : "fill"} x=${share < 0 ? 50 - width : 50} y="4" width=${width} height="4" />
    <rect class="tick" x="49.5" width="1" height="12" />
  </svg>`;
}

function tickMark(share: number): TemplateResult<2> {
  return svg`<rect class="tick" x=${clamp(share * 100 - 0.75, 0, 98.5)} width="1.5" height="12" />`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
