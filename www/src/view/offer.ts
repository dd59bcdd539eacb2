// What a link to an experiment would run: said before anything runs, with a button.

import { html, nothing, type TemplateResult } from "lit-html";
import { inSentence, locale } from "../language/language.ts";
import type { Offer, State } from "../model.ts";
import { inWords } from "./changes.ts";
import { command } from "./command.ts";
import type { Context, View } from "./context.ts";
import { cost, HUGE } from "./cost.ts";
import { helpText } from "./help.ts";
import { WORDS_OF } from "./kinds/words.ts";
import { titleOf } from "./systems.ts";

export function offerView({ page, redraw }: Context): View {
  /** Asked twice: of this one it has been said how much work it is. */
  let warned: string | null = null;
  const run = (event: MouseEvent, offer: Offer) => {
    if (cost(offer).usual < HUGE || warned === offer.chromosome) return page.runOffer();
    // The second click of a double one answers nothing.
    if (event.detail > 1) return;
    warned = offer.chromosome;
    redraw();
  };
  return (state) => {
    const { offer } = state;
    if (!offer) {
      warned = null;
      return nothing;
    }
    const asked = warned === offer.chromosome;
    const waits = offer.data === "looking" || offer.data === "missing" || offer.data === "other";
    return html`
      <section class="offer" aria-labelledby="offer-title">
        <h3 id="offer-title">Experiment from a link</h3>
        <p><strong>${titleOf(state, offer.system)}, ${WORDS_OF[offer.kind].name.toLowerCase()}.</strong> ${size(offer)}</p>
        <p class="quiet">${changed(offer)} ${onTheWay(offer)}</p>
        <p aria-live="polite">${data(offer, state)}</p>
        <p class="quiet" aria-live="polite">${asked ? `${cost(offer).words} Press again to run it anyway.` : cost(offer).words}</p>
        ${offer.playable ? html`<p class="quiet">Its program is open, ready to play.</p>` : nothing}
        <p class="chromosome clip" data-help=${helpText(`The program the run must arrive at:\n${offer.chromosome}`, "")}>
          ${offer.chromosome}
        </p>
        <div class="buttons">
          <button class="primary" ${command((event) => run(event, offer), waits || cannotBeRepeated(offer))}>
            ${asked ? "Run it anyway" : "Run this experiment"}
          </button>
          <button @click=${() => page.giveUpOffer()}>Not now</button>
        </div>
      </section>
    `;
  };
}

function size({ kind, settings }: Offer): string {
  return `${WORDS_OF[kind].extent(settings)}, seed ${Number(settings["seed"] ?? 0)}.`;
}

function changed({ kind, table, settings }: Offer): string {
  // What is said elsewhere in the card.
  const said = ["system", "seed", ...WORDS_OF[kind].said];
  const rows = table.filter(
    ({ key, default: usual }) => !said.includes(key) && (settings[key] ?? usual) !== usual,
  );
  if (rows.length === 0) return "All other settings are the usual ones.";
  return `Other settings: ${rows.map((row) => `${inSentence(row.label)} ${shown(settings[row.key])}`).join(", ")}.`;
}

/** The settings that were changed while it went on. */
function onTheWay({ changes }: Offer): string {
  const told = changes.map((one) => `generation ${one.generation}: ${inWords(one)}`);
  return told.length > 0 ? `Changed on the way: ${told.join("; ")}.` : "";
}

/** What a link leaves out is missing. */
function cannotBeRepeated({ initial }: Offer): boolean {
  return initial === "left out" || initial === "joined";
}

function shown(value: unknown): string {
  if (typeof value === "number") return value.toLocaleString(locale, { maximumSignificantDigits: 16 });
  return typeof value === "boolean" ? (value ? "on" : "off") : value === "" ? "empty" : `“${value}”`;
}

/** What it is bred on, and what is missing to repeat it. */
function data(offer: Offer, { games }: State): TemplateResult {
  const { name, suite } = WORDS_OF[offer.kind];
  const help = `Of the positions kept, not of the file: ${offer.fingerprint}`;
  if (offer.initial === "left out")
    return html`It began with more than a link can carry: it cannot be repeated from here.`;
  if (offer.initial === "joined")
    return html`Programs came to it from elsewhere. A link does not carry them: it cannot be repeated from here.`;
  switch (offer.data) {
    case "looking":
      return html`Looking whether its games are here.`;
    case "here":
      return html`<span data-help=${help}>Its games are here.</span> ${exactness(offer)}`;
    case "missing":
      return html`<span data-help=${help}>This needs the sender's PGN file. Load it to repeat the run.</span>`;
    case "other":
      return html`<span data-help=${help}>
        ${games?.title ?? "That"} is not the sender's PGN file, or not all of it. Load the file it was bred on to repeat the run.
      </span>`;
    case "built in":
      return html`${suite?.builtIn} ${exactness(offer)}`;
    case "own":
      return html`This needs the sender's ${suite?.file}. Load it in the stage “${name}”, then run it. ${exactness(offer)}`;
  }
}

function exactness({ exact, another_engine }: Offer): string {
  if (another_engine) return "Another version of the engine made it, so it may come out otherwise.";
  return exact
    ? "It must arrive at the same program."
    : "It was played by the clock, so it will come out otherwise.";
}
