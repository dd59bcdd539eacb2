// Why games were skipped: the counts by reason, the skips one by one, and the whole report to take away.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../language/language.ts";
import type { Games, ImportReport } from "../model.ts";
import type { Context } from "./context.ts";
import { dialog } from "./dialog.ts";
import { counted, grouped } from "./format.ts";
import { type MoreOf, moreOf } from "./more.ts";

/** Drawn at once: an import may tell of ten thousand. */
const ROWS = 200;

export interface SkipsDialog {
  open(): void;
  draw(games: Games): TemplateResult;
}

export function skipsDialog(context: Context): SkipsDialog {
  const { page } = context;
  const sheet = dialog("Games that were not used", "skips-title", context);
  const more = moreOf(ROWS, context.redraw);
  return {
    open() {
      more.reset();
      sheet.open();
    },
    draw: (games) => sheet.draw(() => body(games.report, more, () => page.downloadReport())),
  };
}

function body(report: ImportReport, more: MoreOf, download: () => void): TemplateResult {
  return html`
    <p>
      ${grouped(report.games_used)} of ${counted(report.games_read, "game")} were used. A game is skipped whole
      or in part only for a reason named here.
    </p>
    ${reasons(report)} ${report.skips.length > 0 ? listed(report, more) : nothing}
    <p class="buttons"><button @click=${download}>Download report</button></p>
  `;
}

function reasons(report: ImportReport): TemplateResult {
  return html`
    <table>
      <caption>By reason</caption>
      <thead><tr><th scope="col">Reason</th><th scope="col" class="number">Games</th></tr></thead>
      <tbody>
        ${report.skipped.map(
          ({ reason, games }) =>
            html`<tr><th scope="row">${translate(reason)}</th><td class="number">${grouped(games)}</td></tr>`,
        )}
      </tbody>
    </table>
  `;
}

function listed(report: ImportReport, more: MoreOf): TemplateResult {
  const omitted = report.skips_omitted;
  return html`
    <table>
      <caption>One by one</caption>
      <thead>
        <tr><th scope="col">File and line</th><th scope="col">Game</th><th scope="col">Reason</th></tr>
      </thead>
      <tbody>
        ${more.shown(report.skips).map(
          ({ file, line, game, reason }) => html`<tr>
            <td class="place">${file}:${line}</td><td>${game}</td><td>${translate(reason)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${more.button(report.skips, "skip")}
    ${omitted > 0 ? html`<p class="quiet">And ${grouped(omitted)} more, in the report.</p>` : nothing}
  `;
}
