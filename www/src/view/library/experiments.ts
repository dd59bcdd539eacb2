// The experiments that are stored, and what may be done with each.

import { html, nothing, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { State, StoredRun } from "../../model.ts";
import { command } from "../command.ts";
import type { Context, View } from "../context.ts";
import { bytes } from "../format.ts";
import { callOf, date, fromWhat, whatIs } from "../stored.ts";

/** More curves than these nobody tells apart. */
const MOST_COMPARED = 4;

export function experimentsView({ page, redraw }: Context, close: () => void): View {
  const { experiments } = page;
  let renaming: string | null = null;
  let chosen: string[] = [];

  /** Once, when it comes. */
  const focus = (field: Element | undefined) => {
    queueMicrotask(() => (field as HTMLElement | undefined)?.focus());
  };
  const rename = (id: string | null) => {
    renaming = id;
    redraw();
  };
  const choose = (id: string, isChosen: boolean) => {
    chosen = isChosen ? [...chosen, id] : chosen.filter((other) => other !== id);
    redraw();
  };
  const open = (id: string) => {
    page.openStored(id);
    close();
  };

  const nameField = ({ id, title }: StoredRun, name: string) => {
    const save = (event: Event) => {
      event.preventDefault();
      const field = (event.currentTarget as HTMLFormElement).elements.namedItem("title") as HTMLInputElement;
      experiments.rename(id, field.value);
      rename(null);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // The sheet stays open.
      event.preventDefault();
      rename(null);
    };
    return html`<form class="rename" @submit=${save} @keydown=${key}>
      <input
        type="text" name="title" maxlength="80" autocomplete="off" aria-label="Name of ${name}" .value=${title}
        placeholder="A name of your own" ${ref(focus)} />
      <button>Save the name</button>
      <button type="button" class="plain" @click=${() => rename(null)}>Cancel</button>
    </form>`;
  };

  const row = (run: StoredRun, state: State): TemplateResult => {
    const { id, kind, title, isOpen } = run;
    const name = callOf(run);
    const { sizes, queue } = state.experiments;
    const isSeries = kind === "series";
    const isChosen = chosen.includes(id);
    const isFull = chosen.length >= MOST_COMPARED && !isChosen;
    const size = sizes.get(id);
    const facts = [
      whatIs(run, state),
      ...fromWhat(run),
      date(run.changed),
      size === undefined ? "" : bytes(size),
    ];
    return html`<li>
      ${
        isSeries
          ? html`<span></span>`
          : html`<input
              type="checkbox" aria-label="Compare ${name}" ?disabled=${isFull} .checked=${live(isChosen)}
              @change=${(event: Event) => choose(id, (event.currentTarget as HTMLInputElement).checked)} />`
      }
      <div>
        ${renaming === id ? nameField(run, name) : html`<b>${title || whatIs(run, state)}</b>${isOpen ? html` <span class="quiet">Open now.</span>` : nothing}`}
        <p class="quiet">${facts.filter((fact) => fact !== "" && (title || fact !== facts[0])).join(" · ")}</p>
        <p class="links">
          ${isOpen ? nothing : html`<button class="plain" aria-label="Open ${name}" @click=${() => open(id)}>Open</button>`}
          <button class="plain" aria-label="Rename ${name}" @click=${() => rename(id)}>Rename</button>
          <button class="plain" aria-label="Duplicate ${name}" @click=${() => experiments.duplicate(id)}>Duplicate</button>
          <button class="plain" aria-label="Export ${name}" @click=${() => experiments.exportThese([id])}>Export</button>
          ${
            isSeries
              ? nothing
              : html`<button
                  class="plain" aria-label="Queue ${name}"
                  ${command(() => experiments.enqueue(id), queue.ids.includes(id))}>
                  Queue
                </button>`
          }
          ${isOpen ? nothing : html`<button class="plain" aria-label="Delete ${name}" @click=${() => page.deleteStored(id)}>Delete</button>`}
        </p>
      </div>
    </li>`;
  };

  return (state) => {
    const { stored } = state;
    chosen = chosen.filter((id) => stored.some((run) => run.id === id));
    if (stored.length === 0)
      return html`<p>Nothing is stored yet: every run is, from its first generation on.</p>`;
    return html`
      <ul class="experiments" aria-label="Experiments">
        ${repeat(
          stored,
          ({ id }) => id,
          (run) => row(run, state),
        )}
      </ul>
      <p class="buttons">
        <button
          ${command(() => experiments.compare(chosen), chosen.length < 2 || state.experiments.busy !== null)}>
          Compare the chosen
        </button>
        <span class="quiet">${chosen.length < 2 ? "Choose two to four." : ""}</span>
      </p>
    `;
  };
}
