// The four buttons and what they lead to: where the run is and how fast it goes.

import { html, nothing, type TemplateResult } from "lit-html";
import type { GenerationRecord, Run, RunPhase, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { duration } from "./format.ts";

/** Generations whose time is averaged, so that the figure is steady. */
const TIMED = 10;

export function runView({ page }: Context): View {
  return (state) => {
    const { phase, records } = state.run;
    const busy = state.importing !== null || phase === "running";
    return html`
      <section class="run" aria-label="Run">
        <div class="buttons run-buttons">
          <button class="primary" ?disabled=${busy} @click=${() => page.evolve()}>Evolve</button>
          <button ?disabled=${phase !== "running"} @click=${() => page.pause()}>Pause</button>
          <button ?disabled=${busy} @click=${() => page.step()}>Step</button>
          <button ?disabled=${phase === "idle" && records.length === 0} @click=${() => page.reset()}>Reset</button>
        </div>
        <p class="run-status" data-help=${STATUS_HELP} role="status" aria-live=${phase === "running" ? "off" : "polite"}>${status(state)}</p>
        ${speed(records)} ${expectation(state.run)}
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

function speed(records: GenerationRecord[]): TemplateResult | typeof nothing {
  const last = records.slice(-TIMED).filter(({ elapsed_ms }) => elapsed_ms > 0);
  if (last.length === 0) return nothing;
  const mean = last.reduce((sum, { elapsed_ms }) => sum + elapsed_ms, 0) / last.length;
  return html`<p class="quiet" data-help=${SPEED_HELP}>${duration(mean)} each · 1991: four hours each</p>`;
}

const STATUS_HELP =
  "How many of the moves that were played the best program of the generation finds, and the programs in the mean: the raw count, neither scaled nor squared. Each generation is scored on positions drawn anew, so the count goes up and down with their difficulty.\nSource: Tunstall-Pedoe 1991";
const SPEED_HELP =
  "The mean of the latest ten generations, measuring on held-out games included. The author's machine searched 180 nodes a second.\nSource: Tunstall-Pedoe 1991";

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
