// How much a program thinks before a move: some named strengths, and any other.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { isFixedDepth, pliesInWords } from "../fixed-depth.ts";
import type { FixedDepth, Play, Strength } from "../model.ts";
import { STRENGTH_RANGES } from "../ranges.ts";
import type { Context, View } from "./context.ts";
import { counted } from "./format.ts";
import { numberFields } from "./number-field.ts";
import { help } from "./help.ts";

const HELP =
  "How much a program thinks before a move. By nodes (positions looked at) and by depth the same game gets the same answer on every machine; by seconds a faster machine plays better.";

const NAMED: [string, Strength][] = [
  ["Casual: 1,000 nodes", { kind: "nodes", amount: 1_000 }],
  ["Quick: 10,000 nodes", { kind: "nodes", amount: 10_000 }],
  ["Strong: 100,000 nodes", { kind: "nodes", amount: 100_000 }],
  ["Very strong: 1,000,000 nodes", { kind: "nodes", amount: 1_000_000 }],
  ["1 second a move", { kind: "seconds", amount: 1 }],
  ["5 seconds a move", { kind: "seconds", amount: 5 }],
  ["Depth 1, as trained", { kind: "depth", amount: 1 }],
];
const FIXED_HELP =
  "This opponent always looks equally far ahead, whatever time that takes: nothing can be set. Deep ones think for seconds; Move now plays the best move so far.";
const CLOCK_HELP =
  "In this game the program has a clock and decides itself how long it thinks. For a game at a set strength choose no clock, or none for the program, then New game.";
const OTHER = "other";
/** What a person begins with who changes the kind. */
const USUAL: Record<Strength["kind"], number> = { nodes: 10_000, seconds: 3, depth: 6 };

/** How far an arrow key goes. */
const STEPS: Record<Strength["kind"], number> = { nodes: 1_000, seconds: 1, depth: 1 };

export interface StrengthView {
  draw: View;
  /** Where another strength is set. */
  form: View;
}

export function strengthView({ page, redraw }: Context): StrengthView {
  const numbers = numberFields(redraw);
  let setting = false;
  const choose = (event: Event) => {
    const { value } = event.currentTarget as HTMLSelectElement;
    const named = NAMED.find(([, strength]) => code(strength) === value);
    setting = !named;
    numbers.forget();
    if (named) page.setStrength(named[1]);
    redraw();
  };
  const measure = (event: Event) => {
    const kind = (event.currentTarget as HTMLSelectElement).value as Strength["kind"];
    setting = true;
    numbers.forget();
    page.setStrength({ kind, amount: USUAL[kind] });
  };
  const amount = ({ kind, amount: value }: Strength) => {
    const [min, max] = STRENGTH_RANGES[kind];
    return numbers.draw({
      id: "strength-amount",
      value,
      whole: kind !== "seconds",
      min,
      max,
      step: STEPS[kind],
      name: "Amount",
      help: HELP,
      take: (typed) => {
        setting = true;
        page.setStrength({ kind, amount: typed });
      },
    });
  };
  const other = (strength: Strength) => setting || !NAMED.some(([, named]) => code(named) === code(strength));

  return {
    draw({ play }) {
      const fixed = fixedOpponent(play);
      if (fixed) return notToBeSet(`Always ${pliesInWords(fixed)}`, FIXED_HELP);
      if (isOnClock(play)) return notToBeSet("By its clock", CLOCK_HELP);
      const { strength } = play;
      const chosen = other(strength) ? OTHER : code(strength);
      return html`
        <label class="seat">
          <span data-help=${HELP}>Strength</span>
          <select .value=${live(chosen)} @change=${choose} ${help(HELP)}>
            ${NAMED.map(
              ([name, named]) =>
                html`<option value=${code(named)} ?selected=${code(named) === chosen}>${name}</option>`,
            )}
            <option value=${OTHER} ?selected=${chosen === OTHER}>
              ${chosen === OTHER ? `Other: ${inWords(strength)}` : "Other…"}
            </option>
          </select>
        </label>
      `;
    },
    form({ play }) {
      const { strength } = play;
      if (fixedOpponent(play) || isOnClock(play) || !other(strength)) return nothing;
      const { input, wrong } = amount(strength);
      return html`
        <div class="other-strength">
          ${input}
          <select aria-label="Measured in" .value=${live(strength.kind)} @change=${measure}>
            <option value="nodes" ?selected=${strength.kind === "nodes"}>nodes a move</option>
            <option value="seconds" ?selected=${strength.kind === "seconds"}>seconds a move</option>
            <option value="depth" ?selected=${strength.kind === "depth"}>plies deep</option>
          </select>
          ${wrong}
        </div>
      `;
    },
  };
}

/** The only program at the board, where that is one of fixed depth. */
function fixedOpponent({ mode, opponent }: Play): FixedDepth | null {
  return mode === "play" && isFixedDepth(opponent) ? opponent : null;
}

/** Whether the program has a clock in the game on the board. */
function isOnClock({ clock, side }: Play): boolean {
  return clock !== null && clock[side === "white" ? "black" : "white"] !== null;
}

function notToBeSet(what: string, why: string): TemplateResult {
  return html`
    <label class="seat">
      <span data-help=${why}>Strength</span>
      <select aria-disabled="true" ${help(why)}><option>${what}</option></select>
    </label>
  `;
}

function code({ kind, amount }: Strength): string {
  return `${kind}:${amount}`;
}

function inWords({ kind, amount }: Strength): string {
  if (kind === "depth") return `depth ${amount}`;
  return kind === "nodes" ? counted(amount, "node") : `${amount} s`;
}
