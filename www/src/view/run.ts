// Where the run is and how fast it goes, and the four buttons: below, so that none moves away from under the pointer that pressed it.

import { html, nothing, type TemplateResult } from "lit-html";
import { changedFilters } from "../filters.ts";
import { sameRun } from "../laboratory/settings.ts";
import type { GenerationRecord, Page, Run, RunPhase, State, System } from "../model.ts";
import type { Context, View } from "./context.ts";
import { begunRuns } from "../ten-runs.ts";
import { counted, decimal, duration, grouped } from "./format.ts";
import { command } from "./command.ts";
import { help, helped, helpText } from "./help.ts";
import { bringIntoSight } from "./in-sight.ts";
import { chosenSystem, systemOfRun } from "./systems.ts";

/** Generations whose time is averaged, so that the figure is steady. */
const TIMED = 10;

export function runView({ page }: Context): View {
  let isPressed = false;
  const evolve = () => {
    isPressed = true;
    page.evolve();
  };
  return (state) => {
    const { phase, records } = state.run;
    const system = systemOfRun(state);
    const countHelp = helpText(system?.texts.count_help ?? "", system?.source ?? "");
    // Not while games are read: a command waits for them, and a button that is turned off under a finger swallows the press.
    const busy = phase === "running";
    if (isPressed && busy) {
      isPressed = false;
      bringIntoSight("watch");
    }
    return html`
      <section class="run" aria-label="Run">
        <div class="run-line" data-help=${countHelp}>
          <p class="run-status" role="status" aria-live="off">${status(state)}</p>
          ${records.length > 0 ? helped("?", countHelp, "What is counted") : nothing}
        </div>
        ${speed(records, system)} ${few(state)} ${expectation(state.run)} ${another(state)} ${aside(state, page)}
        <div class="buttons run-buttons">
          <button class="primary" ${command(evolve, busy)}>Evolve</button>
          <button ${command(() => page.pause(), phase !== "running")}>Pause</button>
          <button ${command(() => page.step(), busy)}>Step</button>
          <button ${command(() => page.reset(), phase === "idle" && records.length === 0)}>Reset</button>
        </div>
        ${tenRuns(state, busy, () => page.evolveSeries())}
      </section>
    `;
  };
}

function status(state: State): TemplateResult {
  const { records, generations, phase } = state.run;
  const record = records.at(-1);
  if (!record) return html`${waiting(state)}`;
  return html`Generation ${record.generation} of ${generations}${AFTER[phase]}<br />
    Best found ${record.best} of ${record.positions} master moves, mean ${decimal(record.mean, 1)}`;
}

export const AFTER: Record<RunPhase, string> = {
  idle: "",
  running: "",
  paused: ", paused",
  finished: ", finished",
};

function waiting(state: State): string {
  if (state.importing) return "Waiting for the games.";
  if (state.run.phase === "running") return "Testing the random first generation.";
  return state.games ? "Ready." : "Ready, with the sample games.";
}

function speed(records: GenerationRecord[], system: System | undefined): TemplateResult | typeof nothing {
  const last = records.slice(-TIMED).filter(({ elapsed_ms }) => elapsed_ms > 0);
  if (last.length === 0) return nothing;
  const mean = last.reduce((sum, { elapsed_ms }) => sum + elapsed_ms, 0) / last.length;
  const { then = "", then_help = "" } = system?.texts ?? {};
  const help = helpText(`${SPEED_HELP} ${then_help}`, system?.source ?? "");
  return html`<p class="quiet">${helped(`${duration(mean)} each · ${then}`, help)}</p>`;
}

/** Evolve would not go on with the run on show. */
function another(state: State): TemplateResult | typeof nothing {
  const { run, settings, settings_table, readable } = state;
  if (run.phase !== "finished" || !run.settings) return nothing;
  const filters = changedFilters(state).length > 0;
  if (filters && !readable)
    return html`<p class="quiet">The settings of the games have changed: a new run needs the files again.</p>`;
  if (!filters && sameRun(settings_table, settings, run.settings)) return nothing;
  return html`<p class="quiet">The settings have changed: Evolve begins a new run in place of this one.</p>`;
}

/** The person's own run is not lost behind that of a link. */
function aside(state: State, page: Page): TemplateResult | typeof nothing {
  if (!state.aside) return nothing;
  return html`<p class="quiet">
    Your own games and run are stored and unchanged. What you see here is not stored.
    <button class="plain" @click=${() => page.returnToOwn()}>Back to your own</button>
    <button class="plain" ${command(() => page.keepInstead(), state.run.records.length === 0)}>
      Store this instead
    </button>
  </p>`;
}

const SPEED_HELP = "The mean of the latest ten generations, measuring on held-out games included.";

/** The paper's own way: several runs, for a single one may be lucky. */
function tenRuns(state: State, busy: boolean, begin: () => void): TemplateResult | typeof nothing {
  const { series } = state;
  if (!chosenSystem(state)?.texts.ten_runs && !series) return nothing;
  const kept = series?.runs.length ?? 0;
  const onward = begunRuns(state)
    ? `Continue (run ${kept + 1} of 10)`
    : `Start ten new runs (deletes ${kept})`;
  const label = series?.phase === "running" || kept === 0 ? "Ten runs" : onward;
  return html`<div class="buttons run-buttons">
    <button ${command(begin, busy)} ${help(TEN_RUNS_HELP)}>${label}</button>
  </div>`;
}

const TEN_RUNS_HELP =
  "Ten whole runs one after the other, each with the next seed. The page keeps the champion of each, under Watch.\nSource: David et al. 2014";

/** Where the games hold fewer positions than asked for, all are used. */
function few(state: State): TemplateResult | typeof nothing {
  const asked = Number(state.settings["positions-per-generation"]);
  const used = state.games?.training;
  if (used === undefined || used >= asked || state.importing) return nothing;
  return html`<p class="quiet" data-help=${FEW_HELP}>
    ${helped(`Only ${counted(used, "position")} to learn from`, FEW_HELP)}, not ${grouped(asked)}: all are used.
  </p>`;
}

const FEW_HELP =
  "The games hold fewer positions for learning than a generation asks for. Choose more games, or take more positions of each: see the settings of the games.";

export function expectation({ expected }: Pick<Run, "expected">): TemplateResult | typeof nothing {
  if (!expected) return nothing;
  const { reached } = expected;
  const text =
    reached === null
      ? "Opened from a link: this run must end with the program that the link names."
      : reached
        ? "Reproduced: the run arrived at exactly the program its link names."
        : "Not reproduced: the run arrived at another program than its link names.";
  const mark = reached === null ? "" : reached ? "✓ " : "✗ ";
  return html`<p class=${reached === false ? "expected wrong" : "expected"}>${mark}${text}</p>`;
}
