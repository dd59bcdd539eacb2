// The buttons of the game.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Play } from "../model.ts";
import { PACES } from "../ranges.ts";
import { command } from "./command.ts";
import type { Context, View } from "./context.ts";

export function gameView({ page }: Context): View {
  const choose = (event: Event) =>
    page.setSide((event.currentTarget as HTMLSelectElement).value === "black" ? "black" : "white");
  const flip = () => page.flip();

  const ofPlay = ({ play }: Parameters<View>[0]): TemplateResult => {
    const begun = (play.position?.history.length ?? 0) > 0;
    return html`
      <button ${command(() => page.takeBack(), !play.may_take_back)}>Take back</button>
      <button @click=${flip}>Flip</button>
      <button ${command(() => page.resign(), !begun || play.position?.result !== null)}>Resign</button>
    `;
  };
  const ofAnalysis = ({ play }: Parameters<View>[0]): TemplateResult => html`
    <button ${command(() => page.takeBack(), play.ply === 0)}>Take back</button>
    <button @click=${flip}>Flip</button>
    <button ${command(() => page.playFromHere(), play.shown?.result !== null)}>Play from here</button>
  `;
  const ofWatching = ({ play }: Parameters<View>[0]): TemplateResult => {
    const { watched, position, program } = play;
    const over = position?.result !== null || !program;
    const begun = (position?.history.length ?? 0) > 0 && watched !== "stopped";
    const goesOn = watched === "on" && !over;
    return html`
      <button class="primary" ${command(() => page.watch(goesOn ? "held" : "on"), over)}>
        ${goesOn ? "Hold" : begun ? "Resume" : "Start"}
      </button>
      <button ${command(() => page.watch("stopped"), over || watched === "waiting" || watched === "stopped")}>
        Stop
      </button>
      <button @click=${flip}>Flip</button>
      <select class="pace" aria-label="Speed" .value=${live(String(play.pace_ms))} @change=${setPace}>
        ${PACES.map((pace) => html`<option value=${pace} ?selected=${pace === play.pace_ms}>${paceName(pace)}</option>`)}
      </select>
    `;
  };
  const setPace = (event: Event) => page.setPace(Number((event.currentTarget as HTMLSelectElement).value));
  const whose = ({ mode, next_side: side }: Play) => html`
    <select .value=${live(side)} aria-label=${mode === "watch" ? "The program on show plays" : "You play"} @change=${choose}>
      <option value="white" ?selected=${side === "white"}>as White</option>
      <option value="black" ?selected=${side === "black"}>as Black</option>
    </select>
  `;

  return (state) => {
    const { mode, program, opponent } = state.play;
    const alone = !program && (opponent === "shown" || mode === "watch");
    return html`
      <div class="buttons game-buttons">
        <span class=${mode === "analyse" ? "" : "joined"}>
          <button ${command(() => page.newGame(mode === "analyse" ? state.play.side : state.play.next_side), alone)}>
            New game
          </button>
          ${mode === "analyse" ? nothing : whose(state.play)}
        </span>
        ${mode === "play" ? ofPlay(state) : mode === "analyse" ? ofAnalysis(state) : ofWatching(state)}
      </div>
    `;
  };
}

/** How long a move between two programs takes at least. */
function paceName(milliseconds: number): string {
  return milliseconds === 0 ? "As fast as they think" : `${milliseconds / 1000} s a move`;
}
