// The settings of the experiment: a form generated from the settings table that Rust owns.

import { html, nothing, type TemplateResult } from "lit-html";
import { isFixed } from "../laboratory/settings.ts";
import type { Setting, SettingValue, State } from "../model.ts";
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
  meaning: "How many cores work at once. It changes the speed, never the result.",
  source: "the number of cores of this machine",
  prominent: true,
  old: null,
};

/** What a form is for: the values as they are, and where a new one goes. */
interface Form {
  /** Tells the fields of several forms apart. */
  id: string;
  value(key: string): SettingValue | undefined;
  accept(setting: Setting, value: SettingValue): void;
}

/** Answers how to draw a field, and how to forget what is being typed. */
export function settingsForm({ page, redraw }: Context, form: Form) {
  const numbers = numberFields(redraw);
  const take = (setting: Setting, value: SettingValue) =>
    setting.key === WORKERS.key ? page.setWorkers(Number(value)) : form.accept(setting, value);
  const rows: FieldForm = { id: form.id, numbers, take };

  return {
    field: (setting: Setting) => settingField(setting, form.value(setting.key) ?? setting.default, rows),
    workers: ({ workers }: State) => settingField({ ...WORKERS, default: workers }, workers, rows),
    forget: numbers.forget,
  };
}

export function settingsView(context: Context): View {
  const { page } = context;
  const form = settingsForm(context, {
    id: "setting",
    value: (key) => page.state.settings[key],
    accept: ({ key }, value) => page.set(key, value),
  });

  return (state) => {
    const rows = state.settings_table.filter(({ key }) => key !== "system");
    const prominent = rows.filter((setting) => setting.prominent);
    const others = rows.filter((setting) => !setting.prominent);
    return html`
      <section class="settings" aria-labelledby="settings-title">
        <h3 id="settings-title">Settings</h3>
        ${prominent.map((row) => fixable(row, state, form.field))} ${form.workers(state)}
        ${changes(state, () => {
          form.forget();
          page.resetSettings();
        })}
        ${others.length > 0 ? more(others, (row) => fixable(row, state, form.field)) : nothing}
      </section>
    `;
  };
}

/** A run that is open keeps what it began with. */
function fixable(row: Setting, { run }: State, field: (row: Setting) => TemplateResult): TemplateResult {
  return html`<fieldset ?disabled=${isFixed(row, run.phase, "finished")}>${field(row)}</fieldset>`;
}

/** Said of the settings of a run that is open. */
export const KEEPS = {
  running: "The run keeps its settings. Reset to change them.",
  resting: "The run keeps its settings. Raise Generations to make it longer, Reset to change others.",
};

const SAMPLE_HELP =
  "The sample games name no ratings and are few. With games of your own these settings are as published.";
const PUBLISHED_HELP = "Where the paper is silent the default is our choice; each setting says which.";

function changes(state: State, back: () => void): TemplateResult {
  const { phase } = state.run;
  if (phase === "running" || phase === "paused")
    return html`<p class="quiet">${KEEPS[phase === "running" ? "running" : "resting"]}</p>`;
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

/** "minimum Elo" */
function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
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
