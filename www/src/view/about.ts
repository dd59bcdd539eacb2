// What this is, what it is not, and whose work it stands on.

import { html, nothing, type TemplateResult } from "lit-html";
import { COMMIT, VERSION } from "../build.ts";
import type { Gene, State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { dialog } from "./dialog.ts";
import { grouped } from "./format.ts";

export interface About {
  open(): void;
  draw: View;
}

export function about({ redraw }: Context): About {
  const sheet = dialog("About Millipawn", "about-title", redraw);
  return { open: sheet.open, draw: (state) => sheet.draw(() => text(state)) };
}

function text({ engine_signature, systems, settings_table, program }: State): TemplateResult {
  return html`
    <p>Millipawn breeds chess programs by simulated evolution, in your browser.</p>
    ${systems.map(({ texts }) => html`<p>${texts.history}</p>`)}
    <h3>What to believe</h3>
    <ul>
      ${systems.map(({ texts }) => html`<li>${texts.caution}</li>`)}
      <li>The orange figure is the honest score: it is measured on games that were kept out of training from the start.</li>
      <li>
        The programs play weak chess. A person who knows the game beats them; finding a quarter or more of
        grandmaster moves is not playing like a grandmaster.
      </li>
      <li>Where the paper is silent, the choice is ours and is a setting. Each setting names its source.</li>
    </ul>
    <h3>Your games stay here</h3>
    <p>
      Everything is computed on this machine. Nothing is sent anywhere, unless you ask for games by a user name: then your browser asks
      Lichess or Chess.com for those games, and for nothing else. "Open in Lichess" takes the game on the board there. A link holds one program or one experiment, and only you can pass it on.
    </p>
    <h3>Where the settings come from</h3>
    ${settings_table.map(({ label, meaning, source }) => entry(label, meaning, source))}
    ${program ? weights(program.genes) : nothing}
    <h3>This build</h3>
    <p>${build(engine_signature)}</p>
    <h3>Licences</h3>
    <p>
      Millipawn is free software, GPL-3.0-or-later. It stands on shakmaty and pgn-reader (GPL-3.0-or-later) by
      Niklas Fiekas, chessground (GPL-3.0-or-later) by the Lichess authors, uPlot (MIT) by Leon Sorokin, uqr (MIT)
      by Anthony Fu and Project Nayuki, lit-html (BSD-3-Clause), idb (ISC)
      and Workbox (MIT) by Google. The pieces are Colin M. L. Burnett's.
    </p>
  `;
}

/** What to name in a report, and what to compare when two machines disagree. */
function build(signature: number | null): string {
  const what = `Version ${VERSION}${COMMIT === "" ? "" : `, build ${COMMIT}`}.`;
  if (signature === null) return `${what} The engine has not started.`;
  return `${what} Engine signature ${grouped(signature)}, which is what millipawn bench counts: programs play alike wherever it is the same.`;
}

function weights(genes: Gene[]): TemplateResult {
  return html`
    <h3>What the weights multiply</h3>
    ${genes.map(({ name, meaning, source }) => entry(name, meaning, source))}
  `;
}

function entry(name: string, meaning: string, source: string): TemplateResult {
  return html`<p class="entry"><b>${name}.</b> ${meaning} <i>${source}</i></p>`;
}
