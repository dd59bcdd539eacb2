// What the first room shows of a later stage: what it begins with, its settings, its buttons and how far it is.

import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import type { LaterStage, RunPhase, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { counted, grouped } from "./format.ts";
import { whose } from "./genes.ts";
import { settingsForm } from "./settings.ts";
import { panelOf, tabOf } from "./stages.ts";
import { points } from "./coevolution.ts";

export function coevolutionPanel(context: Context): View {
  return panel(
    context,
    "coevolution",
    (state) => html`
    <p class="quiet">
      Programs play each other, every pair so many games from different openings, all with the same plain search. Who scores
      most has the most offspring.
    </p>
    <h3>Begins with</h3>
    <p>${state.coevolution.origin || founders(state)}</p>
  `,
  );
}

export function tuningPanel(context: Context): View {
  const suite = suiteView(context);
  return panel(
    context,
    "tuning",
    (state) => html`
    <p class="quiet">
      How a program looks ahead is 18 numbers in 70 bits. The fewer nodes a search needs to solve the positions of a suite, the
      fitter it is.
    </p>
    <h3>Whose search</h3>
    <p>${state.tuning.origin || subject(state)}</p>
    ${suite(state)}
  `,
  );
}

function founders({ series }: State): string {
  const champions = (series?.runs ?? []).filter(({ champion }) => champion.startsWith("falcon."));
  if (champions.length >= 2) return `The champions of ${champions.length} runs`;
  return "Ten random programs: there are no champions of ten runs yet.";
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
          <fieldset ?disabled=${phase !== "idle"}>${prominent.map(form.field)}</fieldset>
          ${form.workers(state)} ${changed(state, stage, back)}
          <details class="more">
            <summary>More settings</summary>
            <fieldset ?disabled=${phase !== "idle"}>${others.map(form.field)}</fieldset>
          </details>
        </section>
        ${buttons(context, state, stage)}
      </div>
    `;
  };
}

function changed(state: State, stage: LaterStage, back: () => void): TemplateResult {
  const { table, settings, phase } = state[stage];
  const others = table.filter(({ key, default: usual }) => (settings[key] ?? usual) !== usual);
  if (phase !== "idle") return html`<p class="quiet">The run keeps its settings. Reset to change them.</p>`;
  if (others.length === 0) return html`<p class="quiet">The settings are the usual ones.</p>`;
  return html`<p class="quiet">
    Changed: ${others.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1)).join(", ")}.
    <button class="plain" @click=${back}>Back to the usual settings</button>
  </p>`;
}

function buttons({ page }: Context, state: State, stage: LaterStage): TemplateResult {
  const { phase } = state[stage];
  const other = stage === "coevolution" ? state.tuning : state.coevolution;
  const lacking = stage === "tuning" && phase === "idle" && !state.program;
  const busy = phase === "running" || phase === "finished" || other.phase === "running" || lacking;
  return html`
    <section class="run" aria-label="Stage">
      <div class="buttons run-buttons">
        <button class="primary" ?disabled=${busy} @click=${() => page.runStage(stage)}>
          ${phase === "paused" ? "Go on" : "Run"}
        </button>
        <button ?disabled=${phase !== "running"} @click=${() => page.pauseStage()}>Pause</button>
        <button ?disabled=${phase === "idle"} @click=${() => page.resetStage(stage)}>Reset</button>
      </div>
      <p class="run-status" role="status" aria-live=${phase === "running" ? "off" : "polite"}>
        ${other.phase === "running" && phase !== "running" ? "Another stage is running." : status(state, stage)}
      </p>
    </section>
  `;
}

const AFTER: Record<RunPhase, string> = { idle: "", running: "", paused: ", paused", finished: ", finished" };

function status(state: State, stage: LaterStage): TemplateResult {
  const { phase, settings, progress } = state[stage];
  if (phase === "idle") return html`Ready.`;
  const generations = Number(settings.Generations);
  const last = state[stage].records.at(-1);
  const now = phase === "finished" ? (last?.generation ?? 0) : (progress?.generation ?? 0);
  const share = phase !== "finished" && progress && progress.pieces > 0 ? far(stage, progress) : "";
  return html`Generation ${now} of ${generations}${AFTER[phase]}<br />${share || outcome(state, stage)}`;
}

function far(stage: LaterStage, { done, pieces }: { done: number; pieces: number }): string {
  if (stage === "coevolution") return `${grouped(done)} of ${counted(pieces, "game")} played`;
  return `${grouped(done)} of ${counted(pieces, "piece")} of work done`;
}

function outcome({ coevolution, tuning }: State, stage: LaterStage): string {
  if (stage === "coevolution") {
    const last = coevolution.records.at(-1);
    return last ? `best ${points(last.best)} points of ${last.games}` : "";
  }
  const last = tuning.records.at(-1);
  return last ? `best ${grouped(last.best)} nodes · ${last.solved} of ${last.positions} solved` : "";
}

/** The positions to be solved: the sample suite, or a person's own. */
function suiteView({ page }: Context): View {
  const input: Ref<HTMLInputElement> = createRef();
  const picked = () => {
    const file = input.value?.files?.[0];
    if (input.value) input.value.value = "";
    if (file) page.useSuite(file);
  };
  return ({ suite, tuning }) => {
    const fixed = tuning.phase !== "idle";
    return html`
      <section class="suite" aria-labelledby="suite-title">
        <h3 id="suite-title">Suite</h3>
        <p aria-live="polite">${summary(suite)}</p>
        ${suite.skipped.length > 0 ? skipped(suite.skipped) : nothing}
        <div class="buttons">
          <button ?disabled=${fixed} @click=${() => input.value?.click()}>Choose EPD</button>
          <button ?disabled=${fixed} @click=${() => page.useSuite(null)}>Use sample suite</button>
        </div>
        <input
          type="file" class="unseen" tabindex="-1" accept=".epd,.txt" aria-label="EPD file" ${ref(input)}
          @change=${picked} />
      </section>
    `;
  };
}

function summary({ title, positions, skipped }: State["suite"]): string {
  const lost = skipped.length > 0 ? `, ${counted(skipped.length, "line")} skipped` : "";
  return `${title}: ${counted(positions, "position")}${lost}`;
}

/** More than these say nothing new. */
const LISTED = 100;

function skipped(lines: State["suite"]["skipped"]): TemplateResult {
  return html`
    <details class="more">
      <summary>Skipped lines</summary>
      <div class="skipped" tabindex="0" role="group" aria-label="Skipped lines and why"><ul>
        ${lines.slice(0, LISTED).map(({ line, reason }) => html`<li>Line ${line}: ${reason}</li>`)}
        ${lines.length > LISTED ? html`<li>And ${grouped(lines.length - LISTED)} more.</li>` : nothing}
      </ul></div>
    </details>
  `;
}
