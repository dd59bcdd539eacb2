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

function text({ engine_signature, settings_table, program }: State): TemplateResult {
  return html`
    <p>
      Millipawn breeds chess programs by simulated evolution, in your browser. Its first system is ACPP, which
      William Tunstall-Pedoe described in the ICCA Journal in 1991: 145 bits decide how much a program values its
      pieces and nine other features of a position. A program is fit when it picks, out of all legal moves, the one
      that a grandmaster played. The second is Falcon, by Omid David, Jaap van den Herik, Moshe Koppel and Nathan
      Netanyahu (IEEE Transactions on Evolutionary Computation, 2014): 35 parameters in 224 bits, which learn from
      grandmasters who won.
    </p>
    <h3>What to believe</h3>
    <ul>
      <li>ACPP counts the fitness of a generation on a fresh sample of positions: it is noisy, by about ten of 500. Falcon keeps its positions, and learns them by heart.</li>
      <li>The orange figure is the honest score: it is measured on games that were kept out of training from the start.</li>
      <li>
        The programs play weak chess. A person who knows the game beats them; finding a quarter or more of
        grandmaster moves is not playing like a grandmaster.
      </li>
      <li>Where the paper is silent, the choice is ours and is a setting. Each setting names its source.</li>
    </ul>
    <h3>Your games stay here</h3>
    <p>
      Everything is computed on this machine. Nothing is sent anywhere. A link holds one program or one experiment, and only you can pass it on.
    </p>
    <h3>Where the settings come from</h3>
    ${settings_table.map(({ label, meaning, source }) => entry(label, meaning, source))}
    ${program ? weights(program.genes) : nothing}
    <h3>This build</h3>
    <p>${build(engine_signature)}</p>
    <h3>Licences</h3>
    <p>
      Millipawn is free software, GPL-3.0-or-later. It stands on shakmaty and pgn-reader (GPL-3.0-or-later) by
      Niklas Fiekas, chessground (GPL-3.0-or-later) by the Lichess authors, uPlot (MIT) by Leon Sorokin, lit-html
      (BSD-3-Clause) and idb (ISC). The pieces are Colin M. L. Burnett's.
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
