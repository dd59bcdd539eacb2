// The settings of the experiment: a form generated from the settings table that Rust owns.

import { html, nothing, type TemplateResult } from "lit-html";
import type { Setting, SettingValue, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { type Draft, type FieldEvents, readNumber, settingField } from "./setting-field.ts";

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
};

export function settingsView({ page, redraw }: Context): View {
  const drafts = new Map<string, Draft>();

  const accept = (setting: Setting, value: SettingValue) =>
    setting.key === WORKERS.key ? page.setWorkers(Number(value)) : page.set(setting.key, value);

  const events: FieldEvents = {
    picked: accept,
    typed(setting, text, left) {
      const answer = readNumber(setting, text);
      if ("value" in answer) {
        left ? drafts.delete(setting.key) : drafts.set(setting.key, { text, message: null });
        // What selects games may start an import: not at every key stroke.
        if (left || setting.group !== "games") accept(setting, answer.value);
      } else {
        const kept = left ? ` Kept ${fallback(setting)}.` : "";
        drafts.set(setting.key, { text: left ? fallback(setting) : text, message: answer.message + kept });
      }
      redraw();
    },
  };
  const fallback = ({ key }: Setting) =>
    String(key === WORKERS.key ? page.state.workers : page.state.settings[key]);

  const field = (state: State) => (setting: Setting) =>
    settingField(setting, state.settings[setting.key] ?? setting.default, drafts.get(setting.key), events);

  return (state) => {
    const rows = state.settings_table.filter(({ key }) => key !== "system");
    const prominent = rows.filter((setting) => setting.prominent);
    const others = rows.filter((setting) => !setting.prominent);
    const workers = { ...WORKERS, default: state.workers };
    return html`
      <section class="settings" aria-labelledby="settings-title">
        <h3 id="settings-title">Settings</h3>
        ${prominent.map(field(state))}
        ${settingField(workers, state.workers, drafts.get(WORKERS.key), events)}
        ${changes(state, () => {
          drafts.clear();
          page.resetSettings();
        })}
        ${others.length > 0 ? more(others, field(state)) : nothing}
      </section>
    `;
  };
}

function changes(state: State, back: () => void): TemplateResult {
  const changed = state.settings_table.filter(
    ({ key, default: original }) => (state.settings[key] ?? original) !== original,
  );
  if (changed.length === 0) {
    const adapted = state.settings_table.filter((setting) => setting.adapted);
    if (adapted.length > 0) {
      return html`<p class="quiet" data-help="The sample games name no ratings and are few. With games of your own these settings are as published.">
        As published, but for the sample games: ${adapted.map(({ label }) => label.toLowerCase()).join(", ")}.
      </p>`;
    }
    return html`<p class="quiet" data-help="Where the paper is silent the default is our choice; each setting says which.">
      All settings as published.
    </p>`;
  }
  const names = changed.map(({ label }) => label.toLowerCase()).join(", ");
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
