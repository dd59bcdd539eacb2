// Which clock the next game has: some time controls and any other, and the program's share of the time.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { controlName } from "../clock.ts";
import type { ClockChoice, Odds } from "../model.ts";
import { INCREMENTS, MINUTES } from "../ranges.ts";
import type { Context, View } from "./context.ts";
import { help } from "./help.ts";
import { numberFields } from "./number-field.ts";

type Control = NonNullable<ClockChoice["control"]>;

const HELP =
  "Minutes for the whole game and seconds added after each move. It holds from the next new game on, and at once while you have not moved. The clocks run after the first move of each side.";
const ODDS_HELP =
  "The program's share of your time. On a clock it decides itself how long it thinks. Without one it thinks as its strength says, and only yours runs.";

const NAMED: Control[] = [
  { minutes: 1, increment_s: 0 },
  { minutes: 3, increment_s: 2 },
  { minutes: 5, increment_s: 0 },
  { minutes: 10, increment_s: 0 },
  { minutes: 10, increment_s: 5 },
  { minutes: 15, increment_s: 10 },
];
const ODDS: [Odds, string][] = [
  ["same", "Program: same"],
  ["half", "Program: half"],
  ["tenth", "Program: a tenth"],
  ["setting", "Program: no clock"],
];
const NONE = "none";
const CUSTOM = "custom";
/** What a person begins with who wants another control than those named. */
const FIRST: Control = { minutes: 2, increment_s: 1 };

export interface TimeControlView {
  draw: View;
  /** Where another control is set. */
  form: View;
}

export function timeControlView({ page, redraw }: Context): TimeControlView {
  const numbers = numberFields(redraw);
  let setting = false;
  const change = (part: Partial<ClockChoice>) => page.setClock({ ...page.state.play.clock_choice, ...part });
  const choose = (event: Event) => {
    const { value } = event.currentTarget as HTMLSelectElement;
    const named = NAMED.find((control) => controlName(control) === value);
    setting = value === CUSTOM;
    numbers.forget();
    if (value === NONE) change({ control: null });
    else change({ control: named ?? page.state.play.clock_choice.control ?? FIRST });
    redraw();
  };
  const chooseOdds = (event: Event) =>
    change({ odds: (event.currentTarget as HTMLSelectElement).value as Odds });
  const isCustom = (control: Control) =>
    setting || !NAMED.some((named) => controlName(named) === controlName(control));
  const field = (control: Control, of: keyof Control) => {
    const isMinutes = of === "minutes";
    const [min, max] = isMinutes ? MINUTES : INCREMENTS;
    return numbers.draw({
      id: `clock-${isMinutes ? "minutes" : "increment"}`,
      value: control[of],
      whole: !isMinutes,
      min,
      max,
      step: 1,
      help: `${isMinutes ? "Minutes for the whole game" : "Seconds added after each move"}: from ${min} to ${max}.`,
      take: (typed) => {
        setting = true;
        change({ control: { ...control, [of]: typed } });
      },
    });
  };

  return {
    draw({ play: { mode, clock_choice } }) {
      if (mode !== "play") return nothing;
      const { control, odds } = clock_choice;
      const chosen = !control ? NONE : isCustom(control) ? CUSTOM : controlName(control);
      const option = (value: string, name: string) =>
        html`<option value=${value} ?selected=${value === chosen}>${name}</option>`;
      return html`
        <div class="seat time-control">
          <label for="clock-choice" data-help=${HELP}>Clock</label>
          <select id="clock-choice" .value=${live(chosen)} @change=${choose} ${help(HELP)}>
            ${option(NONE, "No clock")} ${NAMED.map((named) => option(controlName(named), controlName(named)))}
            ${option(CUSTOM, chosen === CUSTOM ? "Custom" : "Custom…")}
          </select>
          ${
            control
              ? html`<select
                  aria-label="Program's time" .value=${live(odds)} @change=${chooseOdds} ${help(ODDS_HELP)}>
                  ${ODDS.map(([value, name]) => html`<option value=${value} ?selected=${value === odds}>${name}</option>`)}
                </select>`
              : nothing
          }
        </div>
      `;
    },
    form({ play: { mode, clock_choice } }) {
      const { control } = clock_choice;
      if (mode !== "play" || !control || !isCustom(control)) return nothing;
      const [minutes, increment] = [field(control, "minutes"), field(control, "increment_s")];
      return html`
        <div class="custom-clock">
          <label>Minutes ${minutes.input}</label>
          <label>Increment (s) ${increment.input}</label>
          ${minutes.wrong} ${increment.wrong}
        </div>
      `;
    },
  };
}
