// What a screen reader should hear although nothing has the focus: the programs' moves, results, hints, what an
// analysis ends with, and the quarters of a run. Everything else on the page is read when it is asked for.

import { html } from "lit-html";
import type { Line, Play, Run } from "../model.ts";
import type { View } from "./context.ts";
import { firstMove } from "./moves.ts";
import { score } from "./thinking.ts";

export function announceView(): View {
  let said = "";
  let halfMoves = 0;
  let result: string | null = null;
  let hint: Line | null = null;
  let analysing = false;
  let quarter = 0;

  const ofGame = (play: Play) => {
    const { position } = play;
    const history = position?.history ?? [];
    const news: string[] = [];
    if (history.length > halfMoves) news.push(...moved(play));
    if (position?.result && position.result !== result) news.push(`${position.result}.`);
    if (play.hint && play.hint !== hint) news.push(`Hint: ${firstMove(play.hint.san)}.`);
    if (analysing && play.search === null) news.push(...concluded(play));
    if (news.length > 0) said = news.join(" ");
    halfMoves = history.length;
    result = position?.result ?? null;
    hint = play.hint;
    analysing = play.search === "analysis";
  };
  const ofRun = ({ phase, records, generations }: Run) => {
    const last = records.at(-1);
    const now = last ? Math.floor((4 * last.generation) / Math.max(1, generations)) : 0;
    if (phase === "running" && last && now > quarter)
      said = `Generation ${last.generation}, best ${last.best}.`;
    quarter = now;
  };

  return ({ play, run }) => {
    ofRun(run);
    ofGame(play);
    return html`<div class="unseen" aria-live="polite">${said}</div>`;
  };
}

/** Who played what, unless it was the person. */
function moved({ mode, position, side }: Play): string[] {
  const san = position?.history.at(-1)?.san;
  if (!position || !san || mode === "analyse") return [];
  if (mode === "play") return position.turn === side ? [`The program plays ${san}.`] : [];
  return [`${position.turn === "white" ? "Black" : "White"} plays ${san}.`];
}

/** What an analysis ended with. */
function concluded({ mode, thinking }: Play): string[] {
  const best = thinking?.lines[0];
  if (mode !== "analyse" || !thinking || !best) return [];
  return [`Depth ${thinking.depth}: ${firstMove(best.san)}, ${score(best)}.`];
}
