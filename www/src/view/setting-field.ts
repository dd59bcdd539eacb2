// One row of the settings form, made from one row of the settings table.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { translate } from "../language/language.ts";
import type { Setting, SettingValue } from "../model.ts";
import { helpText } from "./help.ts";
import type { NumberFields } from "./number-field.ts";

/** What the rows of a form share. */
export interface FieldForm {
  /** Tells the fields of several forms apart. */
  id: string;
  numbers: NumberFields;
  take(setting: Setting, value: SettingValue): void;
}

export function settingField(setting: Setting, value: SettingValue, form: FieldForm): TemplateResult {
  const id = `${form.id}-${setting.key}`;
  const help = helpText(setting.meaning, setting.source);
  const changed = value !== setting.default;
  return html`
    <div class=${changed ? "field changed" : "field"}>
      <label for=${id} data-help=${help}>${setting.label}</label> ${control(setting, value, form, id, help)}
    </div>
  `;
}

function control(setting: Setting, value: SettingValue, form: FieldForm, id: string, help: string) {
  const take = (picked: SettingValue) => form.take(setting, picked);
  if (isNumber(setting)) {
    const { input, wrong } = number(setting, Number(value), form, id, help);
    return html`${input}${wrong}`;
  }
  const explained = html`<span id="${id}-help" hidden>${help}</span>`;
  if (setting.kind === "choice") return html`${choice(setting, String(value), take, id, help)}${explained}`;
  if (setting.kind === "flag") return html`${flag(value === true, take, id, help)}${explained}`;
  return html`${words(setting, String(value), take, id, help)}${explained}`;
}

function isNumber({ kind }: Setting): boolean {
  return kind === "integer" || kind === "number";
}

function number(setting: Setting, value: number, { numbers, take }: FieldForm, id: string, help: string) {
  const { kind, min, max, group } = setting;
  return numbers.draw({
    id,
    value,
    whole: kind === "integer",
    min,
    max,
    step: stepOf(setting),
    help,
    // What selects games may start an import: not at every key stroke.
    eager: group !== "games",
    take: (typed) => take(setting, typed),
  });
}

function choice(
  { choices }: Setting,
  value: string,
  take: (value: string) => void,
  id: string,
  help: string,
) {
  const pick = (event: Event) => take((event.currentTarget as HTMLSelectElement).value);
  return html`<select id=${id} aria-describedby="${id}-help" data-help=${help} .value=${live(value)} @change=${pick}>
    ${choices.map((name) => html`<option value=${name} ?selected=${name === value}>${translate(name)}</option>`)}
  </select>`;
}

function flag(value: boolean, take: (value: boolean) => void, id: string, help: string) {
  const pick = (event: Event) => take((event.currentTarget as HTMLInputElement).checked);
  return html`<input
    id=${id} type="checkbox" aria-describedby="${id}-help" data-help=${help} .checked=${live(value)} @change=${pick} />`;
}

/** Taken when the field is left: what selects games may start an import. */
function words({ max }: Setting, value: string, take: (value: string) => void, id: string, help: string) {
  const pick = (event: Event) => take((event.currentTarget as HTMLInputElement).value);
  return html`<input id=${id} type="text" maxlength=${max ?? nothing} autocomplete="off" spellcheck="false"
    aria-describedby="${id}-help" data-help=${help} .value=${live(value)} @change=${pick} />`;
}

/** Arrow keys move by a unit of the default's first digit: 0.001 for 0.001, 0.1 for 0.5. */
function stepOf({ kind, default: value, max }: Setting): number {
  if (kind === "integer") return 1;
  const size = Math.abs(Number(value)) || (max ?? 10) / 10;
  return 10 ** Math.floor(Math.log10(size));
}
