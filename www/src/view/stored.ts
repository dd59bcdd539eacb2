// What is stored in this browser: a plain list to open from.

import { html, nothing, type TemplateResult } from "lit-html";
import { dates, inSentence, translate } from "../language/language.ts";
import type { State, StoredRun } from "../model.ts";
import type { Context, View } from "./context.ts";
import { counted } from "./format.ts";
import { WORDS_OF } from "./kinds/words.ts";
import { languageChoice } from "./language-choice.ts";
import { titleOf } from "./systems.ts";

/** Its own name, else what it is, when it was stored, and the seed that tells it from others of that minute. */
export function callOf({ title, kind, changed, seed }: StoredRun): string {
  const other = `${nameOf(kind)} of ${date(changed)}`;
  return title || (seed === null ? other : `${other}, seed ${seed}`);
}

function nameOf(kind: StoredRun["kind"]): string {
  return kind === "series" ? "Ten runs" : WORDS_OF[kind].name;
}

export function storedView({ page }: Context, openLibrary: () => void): View {
  const row = (run: StoredRun, state: State): TemplateResult => {
    const when = date(run.changed);
    const name = callOf(run);
    return html`<li>
      ${run.title ? html`<b>${run.title}</b>` : nothing}
      <span>${whatIs(run, state)}</span>
      <span class="quiet">${[...fromWhat(run), when].join(" · ")}</span>
      ${
        run.isOpen
          ? html`<span class="quiet">Open now.</span>`
          : html`<span class="links">
              <button class="plain" aria-label="Open ${name}" @click=${() => page.openStored(run.id)}>Open</button>
              <button class="plain" aria-label="Delete ${name}" @click=${() => page.deleteStored(run.id)}>Delete</button>
            </span>`
      }
    </li>`;
  };
  const look = (event: Event) => {
    if ((event.currentTarget as HTMLDetailsElement).open) page.listStored();
  };
  return (state) => html`
    ${state.isBeside ? beside : nothing}
    ${
      state.stored.length === 0
        ? nothing
        : html`<details class="stored" @toggle=${look}>
            <summary>Stored in this browser: ${counted(state.stored.length, "run")}</summary>
            <ul aria-label="Stored runs">${state.stored.map((run) => row(run, state))}</ul>
          </details>`
    }
    <p class="links phone-library"><button class="plain" @click=${openLibrary}>Library</button> ${languageChoice()}</p>
  `;
}

const beside = html`<p class="quiet" role="note">
  This page is open in another tab, which has what was open last. This tab keeps its own runs beside it.
</p>`;

export function whatIs({ kind, system, generation }: StoredRun, state: State): string {
  const by = system === "" ? "" : `, ${titleOf(state, system)}`;
  if (kind === "series") return `${nameOf(kind)}${by}, ${generation ?? 0} finished`;
  if (generation === -1) return `${nameOf(kind)}${by}, not begun`;
  const step = inSentence(WORDS_OF[kind].step);
  return `${nameOf(kind)}${by}${generation === null || generation < 0 ? "" : `, ${step} ${generation}`}`;
}

export function fromWhat({ name, seed }: StoredRun): string[] {
  return [translate(name), seed === null ? "" : `seed ${seed}`].filter((text) => text !== "");
}

export function date(milliseconds: number): string {
  return new Date(milliseconds).toLocaleString(dates, { dateStyle: "medium", timeStyle: "medium" });
}
