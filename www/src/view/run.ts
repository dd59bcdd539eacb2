// The four buttons and what they lead to: where the run is and how fast it goes.

import { html, nothing, type TemplateResult } from "lit-html";
import type { GenerationRecord, Run, RunPhase, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { begunRuns } from "../ten-runs.ts";
import { counted, duration, grouped } from "./format.ts";
import { chosenSystem, type SystemText, systemOfRun, textsOf } from "./systems.ts";

/** Generations whose time is averaged, so that the figure is steady. */
const TIMED = 10;

export function runView({ page }: Context): View {
  return (state) => {
    const { phase, records } = state.run;
    const texts = textsOf(systemOfRun(state));
    // Not while games are read: a command waits for them, and a button that is turned off under a finger swallows the press.
    const busy = phase === "running";
    return html`
      <section class="run" aria-label="Run">
        <div class="buttons run-buttons">
          <button class="primary" ?disabled=${busy} @click=${() => page.evolve()}>Evolve</button>
          <button ?disabled=${phase !== "running"} @click=${() => page.pause()}>Pause</button>
          <button ?disabled=${busy} @click=${() => page.step()}>Step</button>
          <button ?disabled=${phase === "idle" && records.length === 0} @click=${() => page.reset()}>Reset</button>
        </div>
        ${tenRuns(state, busy, () => page.evolveSeries())}
        <p class="run-status" data-help=${texts.countHelp} role="status" aria-live=${phase === "running" ? "off" : "polite"}>${status(state)}</p>
        ${speed(records, texts)} ${few(state)} ${expectation(state.run)}
      </section>
    `;
  };
}

function status(state: State): TemplateResult {
  const { records, generations, phase } = state.run;
  const record = records.at(-1);
  if (!record) return html`${waiting(state)}`;
  return html`Generation ${record.generation} of ${generations}${AFTER[phase]}<br />
    best ${record.best} · mean ${record.mean.toFixed(1)} of ${record.positions}`;
}

const AFTER: Record<RunPhase, string> = { idle: "", running: "", paused: ", paused", finished: ", finished" };

function waiting(state: State): string {
  if (state.importing) return "Waiting for the games.";
  if (state.run.phase === "running") return "Scoring the random ancestors.";
  return state.games ? "Ready." : "Ready, with the sample games.";
}

function speed(records: GenerationRecord[], { then, thenHelp }: SystemText): TemplateResult | typeof nothing {
  const last = records.slice(-TIMED).filter(({ elapsed_ms }) => elapsed_ms > 0);
  if (last.length === 0) return nothing;
  const mean = last.reduce((sum, { elapsed_ms }) => sum + elapsed_ms, 0) / last.length;
  return html`<p class="quiet" data-help="${SPEED_HELP} ${thenHelp}">${duration(mean)} each · ${then}</p>`;
}

const SPEED_HELP = "The mean of the latest ten generations, measuring on held-out games included.";

/** The paper's own way: several runs, for a single one may be lucky. */
function tenRuns(state: State, busy: boolean, begin: () => void): TemplateResult | typeof nothing {
  const { series } = state;
  if (chosenSystem(state) !== "falcon" && !series) return nothing;
  const kept = series?.runs.length ?? 0;
  const onward = begunRuns(state) ? `Ten runs: on with run ${kept + 1}` : `Ten runs anew: forgets ${kept}`;
  const label = series?.phase === "running" || kept === 0 ? "Ten runs" : onward;
  return html`<div class="buttons run-buttons">
    <button ?disabled=${busy} data-help=${TEN_RUNS_HELP} @click=${begin}>${label}</button>
  </div>`;
}

const TEN_RUNS_HELP =
  "Ten whole runs one after the other, each with the next seed. Their champions are kept in the second room.\nSource: David et al. 2014";

/** Where the games hold fewer positions than asked for, all are used. */
function few(state: State): TemplateResult | typeof nothing {
  const asked = Number(state.settings["positions-per-generation"]);
  const used = state.games?.training;
  if (used === undefined || used >= asked || state.importing) return nothing;
  return html`<p class="quiet" data-help=${FEW_HELP}>
    Only ${counted(used, "position")} to learn from, not ${grouped(asked)}: all are used.
  </p>`;
}

const FEW_HELP =
  "The games hold fewer positions for learning than a generation asks for. Choose more games, or take more positions of each: see the settings of the games.";

function expectation({ expected }: Run): TemplateResult | typeof nothing {
  if (!expected) return nothing;
  const { reached } = expected;
  const text =
    reached === null
      ? "Opened from a link: this run must arrive at the program the link names."
      : reached
        ? "Reproduced: the run arrived at exactly the program its link names."
        : "Not reproduced: the run arrived at another program than its link names.";
  const mark = reached === null ? "" : reached ? "✓ " : "✗ ";
  return html`<p class=${reached === false ? "expected wrong" : "expected"}>${mark}${text}</p>`;
}
