// The exchange of programs with demes elsewhere: in other tabs, and where the page may connect, on other computers. The same for all kinds of
// run whose programs migrate.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Exchange, Room, StageName, State } from "../model.ts";
import { runOf } from "../runs.ts";
import { isNextOfSeries } from "../ten-runs.ts";
import { command } from "./command.ts";
import type { Context, View } from "./context.ts";
import { counted, toldFitness } from "./format.ts";

/** Of a room or a deme: it becomes a part of an address. */
const NAME = /^[A-Za-z0-9_-]{1,32}$/;
const NAME_TOLD = "1 to 32 letters, digits, - and _";

/** Folded, where it is nothing that everybody looks for. */
export function foldedExchange(context: Context, stage: StageName): View {
  const exchange = exchangeView(context, stage);
  return (state) => html`
    <details class="more" ?open=${state.exchange.can_connect || state.exchange.way !== "none"}>
      <summary>Exchange programs with others</summary>
      ${exchange(state)}
    </details>
  `;
}

export function exchangeView({ page, redraw }: Context, stage: StageName): View {
  let wish: Room | null = null;
  let tried = false;
  const set = ({ currentTarget }: Event) => {
    if (currentTarget instanceof HTMLInputElement) page.exchangePrograms(currentTarget.checked);
  };

  /** As typed until this moment: the page may not have been drawn since. */
  const typed = () => wish ?? page.state.exchange.room;

  const field = (name: string, key: keyof Room, now: Room, wrong: string | null, hint = "") => {
    const type = ({ currentTarget }: Event) => {
      wish = { ...typed(), [key]: (currentTarget as HTMLInputElement).value.trim() };
      redraw();
    };
    const id = `room-${key}`;
    return html`<label for=${id}>${name}</label>
      <input
        id=${id} type="text" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder=${hint}
        aria-invalid=${tried && wrong !== null} aria-describedby=${`${id}-wrong`} .value=${live(now[key])} @input=${type} />
      <span id=${`${id}-wrong`} class="wrong">${tried ? wrong : nothing}</span>`;
  };

  const joining = (exchange: Exchange) => {
    const now = wish ?? exchange.room;
    const wrong = wrongIn(now);
    const join = (event: Event) => {
      event.preventDefault();
      tried = Object.values(wrongIn(typed())).some((why) => why !== null);
      if (tried) redraw();
      else page.joinRoom(typed());
    };
    return html`<form class="joining" novalidate @submit=${join}>
      <p id="room-leaves" class="quiet">
        The best program of each generation goes to the server that you name, and from there to everybody in the room, with its generation
        and fitness and the two names below. The server also sees your network address. Nothing else leaves. Up to two programs of others enter
        each generation, and are tested like all.
      </p>
      <div class="fields">
        ${field("Server address", "server", now, wrong.server, "ws://deme:…@127.0.0.1:8080")}
        ${field("Room", "room", now, wrong.room, "kitchen")} ${field("Name of this deme", "deme", now, wrong.deme)}
      </div>
      <p class="quiet">
        A deme is a population that evolves on its own, like the run in this tab. The address is the one that <code>millipawn network</code> prints for the page. Computers elsewhere need
        <code>wss://</code>; <code>ws://</code> reaches this computer only. <a href="./">The page without a network</a> can join none.
      </p>
      <button aria-describedby="room-leaves">Join room</button>
    </form>`;
  };

  const joined = (exchange: Exchange, alone: boolean) => html`
    <p class="joined">
      <span class=${`connection ${exchange.connection}`}>${CONNECTIONS[exchange.connection]}</span>
      <span>Room <strong>${exchange.room.room}</strong>, as deme <strong>${exchange.room.deme}</strong></span>
      <button ${command(() => page.leaveRoom())}>Leave room</button>
    </p>
    ${alone ? nothing : present(exchange)} ${came(exchange)}
  `;

  const network = (exchange: Exchange, alone: boolean) => html`
    <section class="network-room" aria-label="Room on a network">
      <h3>Room on a network</h3>
      ${exchange.way === "network" ? joined(exchange, alone) : joining(exchange)}
      ${exchange.trouble ? html`<p role="alert">${exchange.trouble}</p>` : nothing}
    </section>
  `;

  return (state) => {
    const { exchange } = state;
    return html`
    <label class="exchange">
      <input type="checkbox" .checked=${live(exchange.way === "tabs")} @change=${set} />
      Exchange programs with other tabs
    </label>
    ${exchange.can_connect ? network(exchange, isAlone(state, stage)) : elsewhere()}
    ${exchange.way !== "none" && isAlone(state, stage) ? ALONE : nothing}
    ${exchange.way !== "none" || exchange.came > 0 ? standing(exchange) : nothing}
  `;
  };
}

/** As the laboratory has it when the run goes on. */
function isAlone(state: State, stage: StageName): boolean {
  return runOf(state, stage).expected !== null || (stage === "imitation" && isNextOfSeries(state));
}

const ALONE = html`<p class="quiet">
  The run that is open here takes no part: it is to come out as its link says, or is one of ten that are compared.
</p>`;

const CONNECTIONS: Record<Exchange["connection"], string> = {
  closed: "Closed.",
  connecting: "Connecting.",
  open: "Connected.",
  lost: "Connection lost, trying again.",
};

/** This page's policy lets it ask nobody. */
function elsewhere(): TemplateResult {
  return html`<p class="quiet elsewhere">
    <a href="./network.html">Exchange programs with other computers</a>, on a page of its own: this one can connect to no room.
  </p>`;
}

/** What is wrong with each field; null where nothing is. */
function wrongIn({ server, room, deme }: Room): Record<keyof Room, string | null> {
  const name = (text: string) => (NAME.test(text) ? null : `A name has ${NAME_TOLD}.`);
  return { server: wrongServer(server), room: name(room), deme: name(deme) };
}

function wrongServer(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== "ws:" && url.protocol !== "wss:"))
    return "An address begins with wss:// or ws://.";
  const isHere = url.hostname === "localhost" || url.hostname === "127.0.0.1";
  return url.protocol === "ws:" && !isHere
    ? "With ws:// only localhost and 127.0.0.1 can be reached, for it is not encrypted: other computers need wss://."
    : null;
}

function present({ peers }: Exchange): TemplateResult {
  if (peers.length === 0)
    return html`<p class="quiet">Nobody else is here yet. Demes show up when their runs score a generation.</p>`;
  return html`<table class="peers">
    <caption>
      Demes in this room
    </caption>
    <thead>
      <tr>
        <th scope="col">Deme</th>
        <th scope="col" class="number">Generation</th>
        <th scope="col" class="number">Best fitness</th>
      </tr>
    </thead>
    <tbody>
      ${peers.map(
        ({ deme, generation, best }) => html`<tr>
          <td>${deme}</td>
          <td class="number">${generation}</td>
          <td class="number">${toldFitness(best)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function came({ entered }: Exchange): TemplateResult | typeof nothing {
  if (entered.length === 0) return nothing;
  return html`<table class="peers">
    <caption>
      Programs that came last
    </caption>
    <thead>
      <tr>
        <th scope="col">From deme</th>
        <th scope="col" class="number">Into generation</th>
      </tr>
    </thead>
    <tbody>
      ${[...entered].reverse().map(
        ({ deme, generation }) => html`<tr>
            <td>${deme}</td>
            <td class="number">${generation}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function standing({ sent, came, entered, refused }: Exchange): TemplateResult {
  const last = entered.at(-1);
  const told = last
    ? `${counted(came, "program")} came, the last from deme ${last.deme} into generation ${last.generation}.`
    : "None came yet.";
  return html`<p class="quiet">
    ${counted(sent, "program")} sent. ${told} ${refused ? `The last that came could not enter: ${refused}.` : nothing}
  </p>`;
}
