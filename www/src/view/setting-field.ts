// One row of the settings form, made from one row of the settings table.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Setting, SettingValue } from "../model.ts";
import { helpText } from "./help.ts";

/** What a person is typing, and what is wrong with it. It lives until the field is left or the value is good. */
export interface Draft {
  text: string;
  message: string | null;
}

export interface FieldEvents {
  /** A text was typed; `left` when the field is left or Enter pressed. */
  typed(setting: Setting, text: string, left: boolean): void;
  picked(setting: Setting, value: SettingValue): void;
}

export function settingField(
  setting: Setting,
  value: SettingValue,
  draft: Draft | undefined,
  events: FieldEvents,
  form = "setting",
): TemplateResult {
  const id = `${form}-${setting.key}`;
  const help = helpText(setting.meaning, setting.source);
  const changed = value !== setting.default;
  return html`
    <div class=${changed ? "field changed" : "field"}>
      <label for=${id} data-help=${help}>${setting.label}</label>
      ${control(setting, value, draft, events, id)}
      <span id="${id}-help" hidden>${help}</span>
      ${draft?.message ? html`<p id="${id}-wrong" class="wrong" role="alert">${draft.message}</p>` : nothing}
    </div>
  `;
}

function control(
  setting: Setting,
  value: SettingValue,
  draft: Draft | undefined,
  events: FieldEvents,
  id: string,
): TemplateResult {
  if (setting.kind === "choice") return choice(setting, String(value), events, id);
  if (setting.kind === "flag") return flag(setting, value === true, events, id);
  if (setting.kind === "text") return words(setting, String(value), events, id);
  return spin(setting, draft?.text ?? String(value), draft?.message ?? null, events, id);
}

function spin(setting: Setting, text: string, wrong: string | null, events: FieldEvents, id: string) {
  const read = (left: boolean) => (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    events.typed(setting, input.validity.badInput ? "?" : input.value, left);
  };
  return html`<input
    id=${id} type="number" inputmode=${setting.kind === "integer" ? "numeric" : "decimal"}
    min=${setting.min ?? nothing} max=${setting.max ?? nothing} step=${stepOf(setting)}
    .value=${live(text)} aria-invalid=${wrong ? "true" : "false"}
    aria-describedby=${wrong ? `${id}-wrong ${id}-help` : `${id}-help`} data-help=${helpText(setting.meaning, setting.source)}
    @input=${read(false)} @change=${read(true)} />`;
}

function choice(setting: Setting, value: string, events: FieldEvents, id: string) {
  const pick = (event: Event) => events.picked(setting, (event.currentTarget as HTMLSelectElement).value);
  return html`<select id=${id} aria-describedby="${id}-help" .value=${live(value)} @change=${pick}>
    ${setting.choices.map((name) => html`<option value=${name} ?selected=${name === value}>${name}</option>`)}
  </select>`;
}

function flag(setting: Setting, value: boolean, events: FieldEvents, id: string) {
  const pick = (event: Event) => events.picked(setting, (event.currentTarget as HTMLInputElement).checked);
  return html`<input id=${id} type="checkbox" aria-describedby="${id}-help" .checked=${live(value)} @change=${pick} />`;
}

/** Taken when the field is left: what selects games may start an import. */
function words(setting: Setting, value: string, events: FieldEvents, id: string) {
  const pick = (event: Event) => events.picked(setting, (event.currentTarget as HTMLInputElement).value);
  return html`<input id=${id} type="text" maxlength=${setting.max ?? nothing} autocomplete="off" spellcheck="false"
    aria-describedby="${id}-help" .value=${live(value)} @change=${pick} />`;
}

/** Arrow keys move by a unit of the default's last digit: 0.001 for 0.001, 0.1 for 0.5. */
function stepOf({ kind, default: value }: Setting): number | "any" {
  if (kind === "integer") return 1;
  const size = Math.abs(Number(value));
  return size > 0 ? 10 ** Math.floor(Math.log10(size)) : "any";
}

/** The number a text stands for, or what is wrong with it in words. */
export function readNumber(setting: Setting, text: string): { value: number } | { message: string } {
  const value = Number(text);
  const whole = setting.kind === "integer";
  const fits = value >= (setting.min ?? -Infinity) && value <= (setting.max ?? Infinity);
  if (text.trim() !== "" && Number.isFinite(value) && fits && (!whole || Number.isInteger(value)))
    return { value };
  return { message: `Must be ${whole ? "whole, " : ""}${range(setting)}.` };
}

function range({ min, max }: Setting): string {
  if (min !== null && max !== null) return `${plain(min)} to ${plain(max)}`;
  if (min !== null) return `${plain(min)} or more`;
  return max !== null ? `${plain(max)} or less` : "a number";
}

function plain(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 16 });
}
