// The order in which runs go on.

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { RunPhase, StoredRun } from "../../model.ts";
import { runOf } from "../../runs.ts";
import { command } from "../command.ts";
import type { Context, View } from "../context.ts";
import { help } from "../help.ts";
import { callOf } from "../stored.ts";

const HELP =
  "A run with the settings as they stand. It begins when its turn comes, on the games that are in use now.";

export function queueView({ page }: Context): View {
  const { experiments } = page;
  return (state) => {
    const { ids, isOn } = state.experiments.queue;
    const runs = ids.flatMap((id): StoredRun[] => state.stored.filter((run) => run.id === id));
    const is = (phase: RunPhase, { isOpen, kind }: StoredRun) =>
      isOpen && kind !== "series" && runOf(state, kind).phase === phase;
    const isHeld = !isOn && runs.some((run) => is("paused", run) || is("running", run));
    const row = (run: StoredRun, at: number) => {
      const name = callOf(run);
      return html`<li>
        <span>${name}${isOn && is("running", run) ? html` <span class="quiet">running</span>` : nothing}</span>
        <span class="links">
          <button class="plain" aria-label="Earlier: ${name}" ${command(() => experiments.move(run.id, -1), at === 0)}>Earlier</button>
          <button
            class="plain" aria-label="Later: ${name}"
            ${command(() => experiments.move(run.id, 1), at === runs.length - 1)}>
            Later
          </button>
          <button class="plain" aria-label="Remove from the queue: ${name}" @click=${() => experiments.dequeue(run.id)}>Remove</button>
        </span>
      </li>`;
    };
    return html`
      <section aria-label="Queue">
        <h3>Queue</h3>
        ${
          runs.length === 0
            ? html`<p class="quiet">Runs that are added here go on one after the other, each to its end.</p>`
            : html`<ol aria-label="Runs in the queue">${repeat(runs, ({ id }) => id, row)}</ol>`
        }
        <p class="buttons">
          <button ${command(() => experiments.startQueue(), isOn || runs.length === 0)}>
            ${isHeld ? "Resume queue" : "Start queue"}
          </button>
          <button ${command(() => experiments.holdQueue(), !isOn)}>Pause queue</button>
          ${
            state.stage === "imitation"
              ? html`<button ${command(() => experiments.enqueueNew(), false)} ${help(HELP)}>Queue a new run</button>`
              : nothing
          }
        </p>
      </section>
    `;
  };
}
