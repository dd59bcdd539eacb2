// The settings of the experiment: a form generated from the settings table that Rust owns.

import { html, nothing, type TemplateResult } from "lit-html";
import { inSentence } from "../language/language.ts";
import { isFixed } from "../laboratory/settings.ts";
import type { Setting, SettingValue, StageName, State } from "../model.ts";
import { runOf } from "../runs.ts";
import { changesForm, isChangeable } from "./changes.ts";
import type { Context, View } from "./context.ts";
import { numberFields } from "./number-field.ts";
import { type FieldForm, settingField } from "./setting-field.ts";
import { helped } from "./help.ts";

const GROUPS: Record<Setting["group"], string> = {
  run: "The algorithm",
  games: "Which games and positions",
  measure: "How it is measured",
};

/** The size of the pool: the page's own, not part of an experiment, since it never changes a result. */
const WORKERS: Setting = {
  key: "workers",
  label: "Workers",
  group: "run",
  kind: "integer",
  min: 1,
  max: 64,
  choices: [],
  default: 0,
  sample_default: 0,
  unit: "",
  meaning:
    "How many cores work at once. It changes the speed, never the result. A phone gets hot and slows down when all of its cores work for minutes.",
  source: "the number of cores of this machine; on a phone or tablet half of them, four at most",
  prominent: true,
  changeable: false,
  old: null,
};

/** What a form is for: the values as they are, and where a new one goes. */
interface Form {
  /** Tells the fields of several forms apart. */
  id: string;
  value(setting: Setting): SettingValue | undefined;
  accept(setting: Setting, value: SettingValue): void;
}

/** Answers how to draw a field, and how to forget what is being typed. */
export function settingsForm({ page, redraw }: Context, form: Form) {
  const numbers = numberFields(redraw);
  const take = (setting: Setting, value: SettingValue) =>
    setting.key === WORKERS.key ? page.setWorkers(Number(value)) : form.accept(setting, value);
  const rows: FieldForm = { id: form.id, numbers, take };

  return {
    field: (setting: Setting) => settingField(setting, form.value(setting) ?? setting.default, rows),
    workers: ({ workers, is_starting }: State) =>
      html`<fieldset ?disabled=${is_starting}>${settingField({ ...WORKERS, default: workers }, workers, rows)}</fieldset>`,
    forget: numbers.forget,
  };
}

export function settingsView(context: Context): View {
  const { page } = context;
  const form = settingsForm(context, {
    id: "setting",
    value: (row) => changing.value(row, page.state) ?? page.state.settings[row.key],
    accept: (row, value) =>
      changing.takes(row, page.state) ? changing.accept(row, value) : page.set(row.key, value),
  });
  const changing = changesForm(context, "imitation", () => form.forget());

  return (state) => {
    const rows = state.settings_table.filter(({ key }) => key !== "system");
    const fixable = (row: Setting) => {
      const isOff =
        state.is_starting || (isFixed(row, state.run.phase, "finished") && !changing.takes(row, state));
      return html`<fieldset ?disabled=${isOff}>${form.field(row)}</fieldset>`;
    };
    const prominent = rows.filter((setting) => setting.prominent);
    const others = rows.filter((setting) => !setting.prominent);
    return html`
      <section class="settings" aria-labelledby="settings-title">
        <h3 id="settings-title">Settings</h3>
        ${prominent.map(fixable)} ${form.workers(state)}
        ${changes(state, () => {
          form.forget();
          page.resetSettings();
        })}
        ${others.length > 0 ? more(others, fixable) : nothing} ${changing.bar(state)}
      </section>
    `;
  };
}

/** Said of the settings of a run that is open. */
const KEEPS = {
  running: "The run keeps its settings. Reset to change them.",
  resting: "The run keeps its settings. Raise Generations to make it longer, Reset to change others.",
};

/** The same where how programs are bred can be changed on the way. */
const CHANGES = {
  running: "How programs are bred can be changed while the run goes on. Reset to change other settings.",
  resting:
    "How programs are bred can be changed while the run goes on. Raise Generations to make it longer, Reset to change others.",
};

/** What an open run does with its settings. */
export function keeps(state: State, stage: StageName, table: Setting[]): string {
  const isOpen = isChangeable(state, stage) && table.some(({ changeable }) => changeable);
  return (isOpen ? CHANGES : KEEPS)[runOf(state, stage).phase === "running" ? "running" : "resting"];
}

const SAMPLE_HELP =
  "The sample games name no ratings and are few. With games of your own these settings are as published.";
const PUBLISHED_HELP = "Where the paper is silent the default is our choice; each setting says which.";

function changes(state: State, back: () => void): TemplateResult {
  const { phase } = state.run;
  if (phase === "running" || phase === "paused")
    return html`<p class="quiet">${keeps(state, "imitation", state.settings_table)}</p>`;
  const changed = state.settings_table.filter(
    ({ key, default: original }) => (state.settings[key] ?? original) !== original,
  );
  if (changed.length === 0) {
    const adapted = state.settings_table.filter((setting) => setting.adapted);
    if (adapted.length > 0) {
      return html`<p class="quiet">
        ${helped("As published, but for the sample games", SAMPLE_HELP)}: ${adapted.map(({ label }) => inSentence(label)).join(", ")}.
      </p>`;
    }
    return html`<p class="quiet">${helped("All settings as published.", PUBLISHED_HELP)}</p>`;
  }
  const names = changed.map(({ label }) => inSentence(label)).join(", ");
  return html`<p class="quiet">
    Changed: ${names}. <button class="plain" @click=${back}>Back to published settings</button>
  </p>`;
}

function more(settings: Setting[], field: (setting: Setting) => TemplateResult): TemplateResult {
  const groups = Object.entries(GROUPS).map(([group, title]) => ({
    title,
    members: settings.filter((setting) => setting.group === group),
  }));
  return html`
    <details class="more">
      <summary>More settings</summary>
      ${groups
        .filter(({ members }) => members.length > 0)
        .map(
          ({ title, members }) => html`<fieldset><legend>${title}</legend>${members.map(field)}</fieldset>`,
        )}
    </details>
  `;
}
