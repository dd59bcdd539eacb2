// A field for a number. It is a field for text that the page itself reads and steps: a browser's own field for numbers does not say
// what stands in it before that is a number ("1e" on the way to "1e-3"), and each takes a decimal comma for something else.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { written } from "../language/decimal-mark.ts";
import { type Bounds, isBegun, readNumber, stepped } from "./number-text.ts";

export interface NumberField extends Bounds {
  id: string;
  value: number;
  /** How far an arrow key goes. */
  step: number;
  /** Where no label names it. */
  name?: string;
  /** What it means, as a tip. */
  help: string;
  /** Whether a value is taken while it is typed, or when the field is left. */
  eager?: boolean;
  disabled?: boolean;
  take(value: number): void;
}

/** What a person is typing: null once the field was left with something that is refused, which its message still says. */
interface Draft {
  text: string | null;
  message: string | null;
  /** The value when typing began. */
  before: number;
}

export interface NumberFields {
  /** The field, and what is wrong with what it holds. */
  draw(field: NumberField): { input: TemplateResult; wrong: TemplateResult | typeof nothing };
  /** Forgets what is being typed. */
  forget(): void;
}

/** Steps up or down by key. */
const KEYS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

export function numberFields(redraw: () => void): NumberFields {
  const drafts = new Map<string, Draft>();

  /** A text that is refused takes back what the first of its digits said. */
  const type = (field: NumberField, text: string) => {
    const answer = readNumber(text, field);
    const known = drafts.get(field.id);
    const before = known && known.text !== null ? known.before : field.value;
    const message = "value" in answer || isBegun(text) ? null : answer.message;
    drafts.set(field.id, { text, message, before });
    if (field.eager) field.take("value" in answer ? answer.value : before);
    redraw();
  };
  const leave = (field: NumberField) => {
    const { id } = field;
    const draft = drafts.get(id);
    // Nothing was typed, or it was settled: a field is left by Enter, then by a change, then by the loss of the focus.
    if (!draft || draft.text === null) return;
    const answer = readNumber(draft.text, field);
    if ("message" in answer) {
      drafts.set(id, { ...draft, text: null, message: `${answer.message} Kept ${written(draft.before)}.` });
    } else {
      drafts.delete(id);
      field.take(answer.value);
    }
    redraw();
  };
  const key = (field: NumberField, event: KeyboardEvent) => {
    if (event.key === "Enter") return leave(field);
    const steps = KEYS[event.key];
    if (steps === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const answer = readNumber((event.currentTarget as HTMLInputElement).value, field);
    const from = "value" in answer ? answer.value : field.value;
    type(field, written(stepped(from, steps * field.step, field)));
  };

  const input = (field: NumberField, { text, message }: Pick<Draft, "text" | "message">) => {
    const { id, value, min, max, whole, name, help, disabled = false } = field;
    return html`<input
      id=${id} class="numeric" type="text" role="spinbutton" inputmode=${whole ? "numeric" : "decimal"} autocomplete="off"
      spellcheck="false" aria-label=${name ?? nothing} aria-valuenow=${value} aria-valuetext=${written(value)} aria-valuemin=${min ?? nothing}
      aria-valuemax=${max ?? nothing} ?disabled=${disabled} .value=${live(text ?? written(value))}
      aria-invalid=${message ? "true" : "false"} aria-describedby=${message ? `${id}-wrong ${id}-help` : `${id}-help`}
      data-help=${help} @input=${(event: Event) => type(field, (event.currentTarget as HTMLInputElement).value)}
      @change=${() => leave(field)} @blur=${() => leave(field)} @keydown=${(event: KeyboardEvent) => key(field, event)} />`;
  };

  return {
    draw: (field) => {
      const draft = drafts.get(field.id) ?? { text: null, message: null };
      const { id, help } = field;
      return {
        input: html`${input(field, draft)}<span id="${id}-help" hidden>${help}</span>`,
        wrong: draft.message
          ? html`<p id="${id}-wrong" class="wrong" role="alert">${draft.message}</p>`
          : nothing,
      };
    },
    forget: () => drafts.clear(),
  };
}
