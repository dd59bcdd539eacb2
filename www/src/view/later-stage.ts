// What the first room shows of a later stage: what it begins with, its settings, its buttons and how far it is.

import { html, nothing, type TemplateResult } from "lit-html";
import { timeOfGames } from "../estimate.ts";
import { hasFounders } from "../founders.ts";
import type { LaterStage, RunPhase, Setting, StageProgress, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { counted, grouped, roughly } from "./format.ts";
import { whose } from "./genes.ts";
import { expectation } from "./run.ts";
import { KEEPS, settingsForm } from "./settings.ts";
import { panelOf, tabOf } from "./stages.ts";
import { points } from "./cross-table.ts";
import { foundersChoice } from "./founders.ts";
import { suiteView } from "./suite.ts";
import { command } from "./command.ts";

export function coevolutionPanel(context: Context): View {
  const choice = foundersChoice(context);
  const suite = suiteView(context, "coevolution");
  return panel(
    context,
    "coevolution",
    (state) => html`
    <p class="quiet">
      Everyone plays everyone; more points, more offspring.
    </p>
    ${state.coevolution.phase === "idle" ? choice(state) : begun(state)} ${suite(state)}
  `,
  );
}

export function tuningPanel(context: Context): View {
  const suite = suiteView(context, "tuning");
  return panel(
    context,
    "tuning",
    (state) => html`
    <p class="quiet">
      How a program looks ahead is 18 numbers in 70 bits. A search is fitter when it solves the test positions with fewer nodes.
    </p>
    <h3>Program to tune</h3>
    <p>${state.tuning.origin || subject(state)}</p>
    ${suite(state)}
  `,
  );
}

function begun({ coevolution: { origin } }: State): TemplateResult {
  return html`<h3>Begins with</h3>
    <p>${origin}</p>`;
}

function subject(state: State): string {
  if (state.program) return whose(state);
  return "There is no program yet. Breed one in an earlier stage, or open a link.";
}

function panel(context: Context, stage: LaterStage, introduction: (state: State) => TemplateResult): View {
  const { page } = context;
  const form = settingsForm(context, {
    id: stage,
    value: (key) => page.state[stage].settings[key],
    accept: ({ key }, value) => page.setInStage(stage, key, value),
  });
  const back = () => {
    form.forget();
    page.resetStageSettings(stage);
  };
  return (state) => {
    const { table, phase } = state[stage];
    const prominent = table.filter((setting) => setting.prominent);
    const others = table.filter((setting) => !setting.prominent);
    return html`
      <div class="panel" role="tabpanel" id=${panelOf(stage, "breed")} aria-labelledby=${tabOf(stage)}>
        ${introduction(state)}
        <section class="settings" aria-labelledby="settings-of-stage">
          <h3 id="settings-of-stage">Settings</h3>
          ${prominent.map(
            (row) => html`<fieldset ?disabled=${isFixed(row, phase)}>${form.field(row)}</fieldset>`,
          )}
          ${form.workers(state)} ${changed(state, stage, back)} ${byClock(state, stage)}
          <details class="more">
            <summary>More settings</summary>
            <fieldset ?disabled=${phase !== "idle"}>${others.map(form.field)}</fieldset>
          </details>
        </section>
        ${buttons(context, state, stage)} ${expectation(state[stage])} ${aside(state, stage)}
        ${ofAnotherEngine(context, state, stage)}
      </div>
    `;
  };
}

/** A run may be made longer while it rests; all else is settled when it begins. */
function isFixed({ key }: Setting, phase: RunPhase): boolean {
  return phase === "running" || (phase !== "idle" && key !== "generations");
}

/** Said before, during and after such a run. */
function byClock(state: State, stage: LaterStage): TemplateResult | typeof nothing {
  if (stage !== "coevolution" || !(Number(state.coevolution.settings.clock ?? 0) > 0)) return nothing;
  return html`<p class="quiet">
    Games on the clock depend on how busy this machine is. No other run will come out like this one, here or on the command
    line.
  </p>`;
}

function changed(state: State, stage: LaterStage, back: () => void): TemplateResult {
  const { table, settings, phase } = state[stage];
  const others = table.filter(({ key, default: usual }) => (settings[key] ?? usual) !== usual);
  if (phase !== "idle")
    return html`<p class="quiet">${KEEPS[phase === "running" ? "running" : "resting"]}</p>`;
  if (others.length === 0) return html`<p class="quiet">The settings are the usual ones.</p>`;
  return html`<p class="quiet">
    Changed: ${others.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1)).join(", ")}.
    <button class="plain" @click=${back}>Back to the usual settings</button>
  </p>`;
}

function buttons({ page }: Context, state: State, stage: LaterStage): TemplateResult {
  const { phase } = state[stage];
  const other = stage === "coevolution" ? state.tuning : state.coevolution;
  const busy =
    phase === "running" ||
    phase === "finished" ||
    other.phase === "running" ||
    lacksPrograms(state, stage) ||
    state[stage].of_another_engine;
  return html`
    <section class="run" aria-label="Stage">
      <div class="buttons run-buttons">
        <button class="primary" ${command(() => page.runStage(stage), busy)}>
          ${phase === "paused" ? "Resume" : "Run"}
        </button>
        <button ${command(() => page.pauseStage(), phase !== "running")}>Pause</button>
        <button ${command(() => page.resetStage(stage), phase === "idle")}>Reset</button>
      </div>
      <p class="run-status" role="status" aria-live="off">
        ${other.phase === "running" && phase !== "running" ? "Another stage is running." : status(state, stage)}
      </p>
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

/** Whether there is nobody to begin with. */
function lacksPrograms(state: State, stage: LaterStage): boolean {
  if (state[stage].phase !== "idle") return false;
  return stage === "tuning" ? !state.program : !hasFounders(state);
}

const AFTER: Record<RunPhase, string> = { idle: "", running: "", paused: ", paused", finished: ", finished" };

function status(state: State, stage: LaterStage): TemplateResult {
  const { phase, settings, progress } = state[stage];
  if (phase === "idle")
    return html`${lacksPrograms(state, stage) ? "Breed or open a program first." : "Ready."}`;
  const generations = Number(settings.generations);
  const last = state[stage].records.at(-1);
  const underWay = phase !== "finished" && progress && progress.pieces > 0 ? progress : null;
  const now = underWay?.generation ?? last?.generation ?? 0;
  const share = underWay ? far(state, stage, underWay) : "";
  return html`Generation ${now} of ${generations}${AFTER[phase]}<br />${share || outcome(state, stage)}`;
}

function far(state: State, stage: LaterStage, { generation, done, pieces }: StageProgress): string {
  if (stage === "tuning") return `${Math.floor((100 * done) / pieces)} % of this generation`;
  const played = `${grouped(done)} of ${counted(pieces, "game")} played`;
  const { phase, settings, pace } = state.coevolution;
  if (phase !== "running" || !pace) return played;
  const left = (Number(settings.generations) + 1 - generation) * pieces - done;
  return `${played}, about ${roughly(timeOfGames(left, settings, pace, state.workers))} left`;
}

function outcome({ coevolution, tuning }: State, stage: LaterStage): string {
  if (stage === "coevolution") {
    const last = coevolution.records.at(-1);
    return last ? `Best scored ${points(last.best)} of ${last.games} points` : "";
  }
  const last = tuning.records.at(-1);
  return last ? `Best needs ${grouped(last.best)} nodes and solves ${last.solved} of ${last.positions}` : "";
}
