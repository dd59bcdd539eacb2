// Games in: choose, drop, add, forget; progress while they come; what was kept and what was not.

import { html, nothing, type TemplateResult } from "lit-html";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import { translate } from "../language/language.ts";
import { changedFilters, named } from "../filters.ts";
import type { Games, ImportProgress, ImportReport, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { bytes, counted, grouped, roughly } from "./format.ts";
import { playsLikeMeButton } from "./plays-like-me.ts";
import { skipsDialog } from "./skips.ts";
import { helped } from "./help.ts";

const ACCEPTED = ".pgn,.gz,.zst,.zip";

export function gamesView(context: Context): View {
  const { page } = context;
  const skips = skipsDialog(context);
  const chosen = filePicker("PGN files", (files) => page.importFiles(files, "replace"));
  const added = filePicker("Files to add", (files) => page.importFiles(files, "add"));

  const afterwards = () => html`
    <p class="links">
      <button class="plain" @click=${added.open}>Add games</button>
      <button class="plain" @click=${() => page.forgetGames()}>Forget these games</button>
    </p>
  `;

  const keep = () => page.keepFilters();

  return (state) => {
    const { games, importing, replaced } = state;
    return html`
    <section class="games" aria-labelledby="games-title">
      <h3 id="games-title">Games</h3>
      ${importing ? progress(importing, () => page.cancelImport()) : dropZone(games !== null)}
      <div class="buttons">
        <button @click=${chosen.open}>Choose PGN</button>
        <button @click=${() => page.useSampleGames()}>Use sample games</button>
      </div>
      ${games && !importing ? summary(games, skips.open) : nothing}
      ${replaced && !importing ? before(replaced, () => page.bringBackGames()) : nothing}
      ${games && !importing ? changed(state, keep) : nothing}
      ${games && !importing ? afterwards() : nothing} ${games ? skips.draw(games) : nothing}
      ${importing ? nothing : playsLikeMeButton(context)} ${chosen.draw()} ${added.draw()}
    </section>
  `;
  };
}

/** What was in use before can be so again, and the run on it goes on. */
function before(title: string, bringBack: () => void): TemplateResult {
  return html`<p class="aside"><button class="plain" @click=${bringBack}>Back to ${translate(title)}</button></p>`;
}

/** What the filters chosen since then mean for the games in use. */
function changed(state: State, keep: () => void): TemplateResult | typeof nothing {
  const filters = changedFilters(state);
  if (filters.length === 0) return nothing;
  const then = state.readable
    ? "A new run begins by reading them again."
    : "Choose the files again to apply the new settings.";
  return html`<p class="quiet">
    Read with other settings: ${named(filters)}. ${then}
    <button class="plain" @click=${keep}>Keep games as read</button>
  </p>`;
}

function dropZone(small: boolean): TemplateResult {
  return html`<p class=${small ? "drop-zone small" : "drop-zone"}>
    Drop PGN files anywhere ${small ? nothing : html`<span class="quiet">.pgn .gz .zst .zip</span>`}
  </p>`;
}

function progress(importing: ImportProgress, cancel: () => void): TemplateResult {
  const { bytes_read, bytes_total, seconds_left } = importing;
  const left = seconds_left === null ? "" : ` · ${roughly(seconds_left * 1000)} left`;
  return html`
    <div class="importing">
      <p class="import-file">
        <span>Reading ${translate(importing.file)}</span>
        <button class="plain" @click=${cancel}>Cancel import</button>
      </p>
      <progress aria-label="Import" max=${Math.max(1, bytes_total)} .value=${bytes_read}></progress>
      <p class="quiet">
        ${bytes(bytes_read)} of ${bytes(bytes_total)} · ${bytes(importing.bytes_per_second)}/s${left}<br />
        ${counted(importing.games, "game")} · ${counted(importing.positions, "position")}
      </p>
    </div>
  `;
}

function summary(games: Games, openSkips: () => void): TemplateResult {
  const { report } = games;
  const split = `Programs are bred on ${grouped(games.training)} of the positions. ${grouped(games.held_out)}, of other games, are held out: programs are measured on them and never learn from them. Duplicates are dropped, and what exceeds the limit.\nFingerprint of the positions kept: ${games.fingerprint}`;
  return html`
    <p class="games-title">${helped(translate(games.title), report.files.map(translate).join("\n") || translate(games.title))}</p>
    <p class="games-summary quiet" data-help=${split}>
      ${counted(report.games_used, "game")} · ${helped(kept(report), split)} · ${skipped(report, openSkips)}
    </p>
  `;
}

function kept(report: ImportReport): string {
  const { positions_kept, positions_read } = report;
  if (positions_kept >= positions_read) return counted(positions_kept, "position");
  return `${grouped(positions_kept)} of ${counted(positions_read, "position")}`;
}

function skipped(report: ImportReport, open: () => void): TemplateResult {
  const games = skippedGames(report);
  if (games === 0 && report.skips.length === 0) return html`none skipped`;
  const name = `Why ${counted(games, "game")} ${games === 1 ? "was" : "were"} skipped`;
  return html`${grouped(games)} skipped <button class="plain" aria-label=${name} @click=${open}>why</button>`;
}

function skippedGames(report: ImportReport): number {
  return report.skipped.reduce((sum, { games }) => sum + games, 0);
}

interface FilePicker {
  open(): void;
  draw(): TemplateResult;
}

/** A file input that a button opens: the input itself is hidden from the eye only. */
function filePicker(label: string, take: (files: File[]) => void): FilePicker {
  const input: Ref<HTMLInputElement> = createRef();
  const changed = () => {
    const files = [...(input.value?.files ?? [])];
    if (input.value) input.value.value = "";
    if (files.length > 0) take(files);
  };
  return {
    open: () => input.value?.click(),
    draw: () => html`<input
      type="file" class="unseen" tabindex="-1" multiple accept=${ACCEPTED} aria-label=${label}
      ${ref(input)} @change=${changed} />`,
  };
}
