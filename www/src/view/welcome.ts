// Who a link has brought to the board, before the first move.

import { html, nothing } from "lit-html";
import type { View } from "./context.ts";
import { isLearnedProgram, systemOfProgram } from "./systems.ts";

export function welcomeView(): View {
  return (state) => {
    const { play, linked, program_name } = state;
    const { program, position, mode } = play;
    const isHere = program !== null && program.text === linked && play.opponent === "shown";
    if (!isHere || mode !== "play" || (position?.history.length ?? 0) > 0) return nothing;
    const system = systemOfProgram(state, program.text);
    const name = html`<strong>${program_name || "The program of this link"}</strong>`;
    const title = system?.title ?? "another system";
    if (isLearnedProgram(state, program.text))
      return html`<p class="welcome">
        ${name} is a chess program that nobody wrote: it learned to play, as in
        ${title}. Make your move. What it thinks the pieces are worth is under Watch.
      </p>`;
    return html`<p class="welcome">
      ${name} is a chess program that nobody wrote: it was bred, as in
      ${title}. Make your move. What it thinks the pieces are worth is under Watch.
    </p>`;
  };
}
