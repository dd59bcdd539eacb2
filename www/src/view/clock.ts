// The clock of one side, beside the board. It draws its time itself, as often as that changes: nothing else need be drawn for it.

import { html, nothing, svg } from "lit-html";
import { clockText, leftNow, untilNextText } from "../clock.ts";
import type { Play } from "../model.ts";
import type { Drawn } from "./context.ts";
import { mounted } from "./mounted.ts";

type Side = Play["side"];

const HOURGLASS = svg`<path d="M4 2h8M4 14h8M5 2c0 4 6 4 6 6s-6 2-6 6M11 2c0 4-6 4-6 6s6 2 6 6" />`;
const RUNNING = svg`<path d="M5 3v10l7-5z" />`;

export function clockView(): (play: Play, side: Side) => Drawn {
  let now: { play: Play; side: Side } | null = null;
  const mount = mounted((element: HTMLElement) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      clearTimeout(timer);
      const { clock } = now?.play ?? {};
      const dial = clock && now && clock[now.side];
      if (!clock || !dial || !now) return;
      const left = leftNow(clock, now.side, performance.now()) ?? 0;
      const text = clockText(left);
      const time = element.querySelector(".time");
      if (time && time.textContent !== text) time.textContent = text;
      element.classList.toggle("low", left < dial.low_ms);
      if (clock.running === now.side && left > 0) timer = setTimeout(tick, untilNextText(left));
    };
    tick();
    return { tick, end: () => clearTimeout(timer) };
  });
  return (play, side) => {
    const isNew = now?.play.clock !== play.clock || now.side !== side;
    now = { play, side };
    if (isNew) mount.drawing?.tick();
    if (!play.clock?.[side]) return nothing;
    const isRunning = play.clock.running === side;
    return html`<div class="clock-place">
      <div
        class="clock" role="timer" aria-label=${side === play.side ? "Your clock" : "Program's clock"}
        data-running=${isRunning ? "true" : nothing} ${mount.host()}>
        <svg class="low-mark" viewBox="0 0 16 16" aria-hidden="true">${HOURGLASS}</svg>
        <svg class="running-mark" viewBox="0 0 16 16" aria-hidden="true">${RUNNING}</svg>
        <span class="time"></span>
        ${isRunning ? html`<span class="unseen">running</span>` : nothing}
      </div>
    </div>`;
  };
}
