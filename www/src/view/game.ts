// The buttons of the game.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Play } from "../model.ts";
import type { Context, View } from "./context.ts";

export function gameView({ page }: Context): View {
  const choose = (event: Event) =>
    page.setSide((event.currentTarget as HTMLSelectElement).value === "black" ? "black" : "white");
  const flip = () => page.flip();

  const ofPlay = ({ play }: Parameters<View>[0]): TemplateResult => {
    const begun = (play.position?.history.length ?? 0) > 0;
    return html`
      <button ?disabled=${!begun} @click=${() => page.takeBack()}>Take back</button>
      <button @click=${flip}>Flip</button>
      <button ?disabled=${!begun || play.position?.result !== null} @click=${() => page.resign()}>Resign</button>
    `;
  };
  const ofAnalysis = ({ play }: Parameters<View>[0]): TemplateResult => html`
    <button ?disabled=${!play.position?.history.length} @click=${() => page.takeBack()}>Take back</button>
    <button @click=${flip}>Flip</button>
    <button ?disabled=${play.shown?.result !== null} @click=${() => page.playFromHere()}>Play from here</button>
  `;
  const ofWatching = ({ play }: Parameters<View>[0]): TemplateResult => {
    const { watched, position, program } = play;
    const over = position?.result !== null || !program;
    const begun = (position?.history.length ?? 0) > 0 && watched !== "stopped";
    return html`
      ${
        watched === "on" && !over
          ? html`<button class="primary" @click=${() => page.watch("held")}>Hold</button>`
          : html`<button class="primary" ?disabled=${over} @click=${() => page.watch("on")}>
              ${begun ? "Go on" : "Start"}
            </button>`
      }
      <button
        ?disabled=${over || watched === "waiting" || watched === "stopped"} @click=${() => page.watch("stopped")}>
        Stop
      </button>
      <button @click=${flip}>Flip</button>
    `;
  };
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
          <button ?disabled=${alone} @click=${() => page.newGame(mode === "analyse" ? state.play.side : state.play.next_side)}>
            New game
          </button>
          ${mode === "analyse" ? nothing : whose(state.play)}
        </span>
        ${mode === "play" ? ofPlay(state) : mode === "analyse" ? ofAnalysis(state) : ofWatching(state)}
      </div>
    `;
  };
}
