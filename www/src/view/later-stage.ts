// What the first room shows of a later stage: what it begins with, its settings, its buttons and how far it is.

import { html, nothing, type TemplateResult } from "lit-html";
import { inSentence } from "../language/language.ts";
import { isFixed } from "../laboratory/settings.ts";
import type { LaterStage, Setting, StageProgress, State } from "../model.ts";
import { LATER_STAGES } from "../runs.ts";
import { changesForm, changesList } from "./changes.ts";
import { command } from "./command.ts";
import type { Context, View } from "./context.ts";
import { WORDS_OF } from "./kinds/words.ts";
import { AFTER, expectation } from "./run.ts";
import { bringIntoSight } from "./in-sight.ts";
import { keeps, settingsForm } from "./settings.ts";
import { suiteView } from "./suite.ts";

/** What one of them has of its own. */
interface Own {
  /** What it does, and what it begins with. */
  introduction(context: Context): View;
  /** Whether there is nobody to begin with. */
  lacksPrograms(state: State): boolean;
  /** Said of its settings. */
  remark?(state: State): TemplateResult | typeof nothing;
  /** How far the generation under way is. */
  far(state: State, progress: StageProgress): string;
  /** What the last generation came to. */
  outcome(state: State): string;
}

export function laterStage(stage: LaterStage, own: Own): (context: Context) => View {
  return (context) => panel(context, stage, own);
}

function panel(context: Context, stage: LaterStage, own: Own): View {
  const { page } = context;
  const introduction = own.introduction(context);
  const suite = suiteView(context, stage);
  const form = settingsForm(context, {
    id: stage,
    value: (row) => changing.value(row, page.state) ?? page.state[stage].settings[row.key],
    accept: (row, value) =>
      changing.takes(row, page.state) ? changing.accept(row, value) : page.setInStage(stage, row.key, value),
  });
  const changing = changesForm(context, stage, () => form.forget());
  const back = () => {
    form.forget();
    page.resetStageSettings(stage);
  };
  let isPressed = false;
  const run = () => {
    isPressed = true;
    page.runStage(stage);
  };
  return (state) => {
    const { table, phase } = state[stage];
    if (isPressed && phase === "running") {
      isPressed = false;
      bringIntoSight("watch");
    }
    const fixable = (row: Setting) => {
      const isOff = state.is_starting || (isFixed(row, phase, "reset") && !changing.takes(row, state));
      return html`<fieldset ?disabled=${isOff}>${form.field(row)}</fieldset>`;
    };
    const prominent = table.filter((setting) => setting.prominent);
    const others = table.filter((setting) => !setting.prominent);
    return html`
      ${introduction(state)} ${suite(state)}
      <section class="settings" aria-labelledby="settings-of-stage">
        <h3 id="settings-of-stage">Settings</h3>
        ${prominent.map(fixable)}
        ${form.workers(state)} ${changed(state, stage, back)} ${own.remark?.(state) ?? nothing}
        <details class="more">
          <summary>More settings</summary>
          ${others.map(fixable)}
        </details>
        ${changing.bar(state)}
      </section>
      ${buttons(context, state, stage, own, run)} ${changesList(state[stage].changes)} ${expectation(state[stage])} ${aside(state, stage)}
      ${ofAnotherEngine(context, state, stage)}
    `;
  };
}

function changed(state: State, stage: LaterStage, back: () => void): TemplateResult {
  const { table, settings, phase } = state[stage];
  const others = table.filter(({ key, default: usual }) => (settings[key] ?? usual) !== usual);
  if (phase !== "idle") return html`<p class="quiet">${keeps(state, stage, table)}</p>`;
  if (others.length === 0) return html`<p class="quiet">The settings are the usual ones.</p>`;
  return html`<p class="quiet">
    Changed: ${others.map(({ label }) => inSentence(label)).join(", ")}.
    <button class="plain" @click=${back}>Back to the usual settings</button>
  </p>`;
}

function buttons(
  { page }: Context,
  state: State,
  stage: LaterStage,
  own: Own,
  run: () => void,
): TemplateResult {
  const { phase, of_another_engine } = state[stage];
  const others = LATER_STAGES.filter((other) => other !== stage);
  const isOtherRunning = others.some((other) => state[other].phase === "running");
  const lacking = phase === "idle" && own.lacksPrograms(state);
  const busy = phase === "running" || phase === "finished" || isOtherRunning || lacking || of_another_engine;
  return html`
    <section class="run" aria-label="Stage">
      <p class="run-status" role="status" aria-live="off">
        ${isOtherRunning && phase !== "running" ? "Another stage is running." : status(state, stage, own, lacking)}
      </p>
      <div class="buttons run-buttons">
        <button class="primary" ${command(run, busy)}>
          ${phase === "paused" ? "Resume" : "Run"}
        </button>
        <button ${command(() => page.pauseStage(), phase !== "running")}>Pause</button>
        <button ${command(() => page.resetStage(stage), phase === "idle")}>Reset</button>
      </div>
    </section>
  `;
}

/** The person's own run is not lost behind that of a link. */
function aside(state: State, stage: LaterStage): TemplateResult | typeof nothing {
  if (!state[stage].aside) return nothing;
  return html`<p class="quiet">This run is a link's and not stored. Reset brings back your own.</p>`;
}

function ofAnotherEngine(
  { page }: Context,
  state: State,
  stage: LaterStage,
): TemplateResult | typeof nothing {
  if (!state[stage].of_another_engine) return nothing;
  return html`<p>
    Another version of the engine made this run, so it cannot go on. Its programs can be shown and played.
    <button @click=${() => page.beginAnew(stage)}>Start it again</button>
  </p>`;
}

function status(state: State, stage: LaterStage, own: Own, lacking: boolean): TemplateResult {
  const { phase, generations, progress, records } = state[stage];
  if (phase === "idle") return html`${lacking ? "Breed or open a program first." : "Ready."}`;
  const underWay = phase !== "finished" && progress && progress.pieces > 0 ? progress : null;
  const now = underWay?.generation ?? records.at(-1)?.generation ?? 0;
  const share = underWay ? own.far(state, underWay) : "";
  return html`${WORDS_OF[stage].step} ${now} of ${generations}${AFTER[phase]}<br />${share || own.outcome(state)}`;
}
