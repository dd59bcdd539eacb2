// More ways to pass on the program on show: its name, its link as a code, a picture, pages elsewhere, other chess programs, the command
// that makes it again, and the history of its run.

import { html, nothing, type TemplateResult } from "lit-html";
import { encode } from "uqr";
import { inSentence } from "../language/language.ts";
import { type Card, cardSvg, codePath, pieceValues } from "../card.ts";
import { historyCsv, historyJson } from "../history-table.ts";
import { LONGEST_NAME, programAddress, programFragment } from "../link.ts";
import type { Page, Shared, State } from "../model.ts";
import { runOf } from "../runs.ts";
import { command } from "./command.ts";
import type { Context, Drawn, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { chartsPng, svgAddress, svgPng } from "./picture.ts";
import { isLearnedProgram, titleOf } from "./systems.ts";
import { decimal } from "./format.ts";

/** Cameras do not read denser codes from a screen, nor from a picture. */
const LONGEST_CODE = 1_200;

export function shareSheet(context: Context): View {
  const { page } = context;
  const sheet = dialog("Share this program", "share-title", context, () => page.closeSharing());
  let isShown = false;
  return (state) => {
    const { shared } = state;
    const isOpen = shared !== null;
    if (isOpen !== isShown) queueMicrotask(isOpen ? sheet.open : sheet.close);
    isShown = isOpen;
    return sheet.draw(() => (shared ? body(context, state, shared) : nothing));
  };
}

function body({ page }: Context, state: State, shared: Shared): TemplateResult {
  return html`
    ${link(page, shared)} ${picture(page, state, shared)} ${embedding(page, shared)} ${engines(page, shared)}
    ${again(page, shared)} ${history(page, state)}
  `;
}

// ---- its link -----------------------------------------------------------------------------------

function link(page: Page, shared: Shared): TemplateResult {
  const address = programAddress(shared);
  const name = ({ currentTarget }: Event) => page.nameProgram((currentTarget as HTMLInputElement).value);
  const code = codeOf(address);
  return html`
    <section class="share-part" aria-labelledby="share-link">
      <h3 id="share-link">Name and link</h3>
      <label class="share-name">
        <span>Name of the program</span>
        <input
          type="text" autocomplete="off" spellcheck="false" maxlength=${LONGEST_NAME} placeholder="It has none yet"
          .value=${shared.name} @change=${name} />
      </label>
      <div class="share-link">
        ${code ? qr(code) : nothing}
        <div>
          <p>Whoever opens the link meets this very program at the board, ready to play. The link is the program: nothing is stored anywhere.</p>
          ${shared.is_rounded ? html`<p class="quiet">The link rounds the weights; "Save program" does not.</p>` : nothing}
          ${code ? nothing : html`<p class="quiet">It is too long for a code that a camera can read.</p>`}
          <div class="buttons">
            <button ${command(() => page.copyText(programAddress(now(page, shared)), "Address"))}>Copy address</button>
            ${canShare() ? html`<button ${command(() => page.sendProgram())}>Send it…</button>` : nothing}
          </div>
        </div>
      </div>
    </section>
  `;
}

/** Its name may have changed since it was drawn. */
function now({ state }: Page, drawn: Shared): Shared {
  return state.shared ?? drawn;
}

function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Null where it would be too dense. */
function codeOf(address: string): boolean[][] | null {
  return address.length > LONGEST_CODE ? null : encode(address, { border: 0 }).data;
}

const MARGIN = 4;

/** Every square has whole pixels: cameras count them. */
function qr(rows: boolean[][]): TemplateResult {
  const size = rows.length + 2 * MARGIN;
  const pixels = Math.max(2, Math.floor(240 / size));
  return html`<svg
    class="qr" role="img" aria-label="The link as a QR code" width=${size * pixels} height=${size * pixels}
    viewBox="0 0 ${size} ${size}">
    <rect width=${size} height=${size} fill="#fff" />
    <path fill="#000" shape-rendering="crispEdges" d=${codePath(rows, MARGIN, MARGIN, 1)} />
  </svg>`;
}

// ---- a picture ------------------------------------------------------------------------------------

function picture(page: Page, state: State, shared: Shared): TemplateResult {
  const { program } = shared;
  const card: Card = {
    name: shared.name,
    title: titleOf(state, program.system),
    isLearned: isLearnedProgram(state, program.text),
    program,
    code: codeOf(programAddress(shared)),
  };
  const svg = cardSvg(card);
  const file = `millipawn-${slug(shared.name) || program.system}`;
  const saveSvg = () => page.saveFile(`${file}.svg`, new Blob([svg], { type: "image/svg+xml" }));
  const savePng = () => page.saveFile(`${file}.png`, svgPng(svg));
  return html`
    <section class="share-part" aria-labelledby="share-picture">
      <h3 id="share-picture">A picture of it</h3>
      <img class="card" alt=${pictured(card)} src=${svgAddress(svg)} width="1200" height="630" />
      <div class="buttons">
        <button ${command(savePng)}>Save picture as PNG</button>
        <button ${command(saveSvg)}>Save picture as SVG</button>
      </div>
    </section>
  `;
}

function pictured({ name, title, program }: Card): string {
  const values = pieceValues(program).map(({ name, pawns }) => `${inSentence(name)} ${decimal(pawns, 2)}`);
  const worth = values.length > 0 ? ` In pawns: ${values.join(", ")}.` : "";
  return `${name || "A program without a name"}, ${title}.${worth}`;
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

// ---- elsewhere ------------------------------------------------------------------------------------

function embedding(page: Page, shared: Shared): TemplateResult {
  return html`
    <section class="share-part" aria-labelledby="share-embed">
      <h3 id="share-embed">On a page of your own</h3>
      <p>The board and the program, for a blog or a course:</p>
      ${copyable(page, embedCode(shared), "Embed code", () => embedCode(now(page, shared)))}
    </section>
  `;
}

function embedCode({ text, name }: Shared): string {
  const address = new URL(`board.html${programFragment(text, name)}`, document.baseURI).href;
  const title = (name || "A chess program").replaceAll('"', "");
  return `<iframe src="${address.replaceAll("&", "&amp;")}" title="${title}" width="400" height="720" style="border:0"></iframe>`;
}

function engines(page: Page, { text, name }: Shared): TemplateResult {
  const label = slug(name) || "millipawn";
  const engine = `millipawn uci --chromosome ${text}`;
  const fastchess = `fastchess -engine name=${label} cmd=millipawn args=uci option.Chromosome=${text} -engine name=staunton cmd=millipawn args=uci -each tc=8+0.08 -rounds 100 -repeat`;
  const cutechess = `cutechess-cli -engine name=${label} cmd=millipawn arg=uci option.Chromosome=${text} -engine name=staunton cmd=millipawn arg=uci -each proto=uci tc=8+0.08 -rounds 100 -repeat`;
  const bot = [
    "engine:",
    '  dir: "./engines"',
    '  name: "millipawn"',
    '  protocol: "uci"',
    "  uci_options:",
    `    Chromosome: "${text}"`,
  ].join("\n");
  return html`
    <section class="share-part" aria-labelledby="share-engines">
      <h3 id="share-engines">In other chess programs</h3>
      <p>
        Millipawn's command line is an engine that speaks UCI. Any interface takes it with the argument <code>uci</code>
        and the option <code>Chromosome</code>.
      </p>
      <p>As an engine:</p>
      ${copyable(page, engine, "UCI command")}
      <details>
        <summary>fastchess, cutechess, a bot on Lichess</summary>
        <p>A match against the hand-set reference with fastchess:</p>
        ${copyable(page, fastchess, "fastchess command")}
        <p>The same with cutechess-cli:</p>
        ${copyable(page, cutechess, "cutechess command")}
        <p>In the configuration of lichess-bot:</p>
        ${copyable(page, bot, "lichess-bot configuration")}
      </details>
    </section>
  `;
}

function again(page: Page, { repeat }: Shared): TemplateResult {
  return html`
    <section class="share-part" aria-labelledby="share-again">
      <h3 id="share-again">Repeat on the command line</h3>
      ${
        "why" in repeat
          ? html`<p class="quiet">${repeat.why}</p>`
          : html`<p>This command makes this very program, with any number of workers. ${repeat.needs.join(" ")}</p>
              ${copyable(page, repeat.command, "Command")}`
      }
    </section>
  `;
}

/** A text with a button that copies it, or what it is by then; `what` it is. */
function copyable(page: Page, text: string, what: string, byThen = () => text): TemplateResult {
  return html`<div class="copyable">
    <pre tabindex="0" role="group" aria-label=${what}><code>${text}</code></pre>
    <button aria-label=${`Copy ${/^\p{Lu}{2}/u.test(what) ? what : inSentence(what)}`} ${command(() => page.copyText(byThen(), what))}>
      Copy
    </button>
  </div>`;
}

// ---- its history ----------------------------------------------------------------------------------

function history(page: Page, state: State): Drawn {
  const { stage } = state;
  const { records, settings, changes } = runOf(state, stage);
  if (records.length === 0) return nothing;
  const save = (form: "csv" | "json") => () => {
    const isCsv = form === "csv";
    const text = isCsv ? historyCsv(changes, records) : historyJson(stage, settings, changes, records);
    page.saveFile(
      `millipawn-history.${form}`,
      new Blob([text], { type: isCsv ? "text/csv" : "application/json" }),
    );
  };
  const charts = () => page.saveFile("millipawn-charts.png", chartsPng());
  return html`
    <section class="share-part" aria-labelledby="share-history">
      <h3 id="share-history">The history of the run on show</h3>
      <div class="buttons">
        <button ${command(save("csv"))}>Save history as CSV</button>
        <button ${command(save("json"))}>Save history as JSON</button>
        <button ${command(charts)}>Save charts as PNG</button>
      </div>
    </section>
  `;
}
