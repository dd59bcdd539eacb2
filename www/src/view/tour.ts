// A tour of five stops, for whoever asks for it. It stands beside the page, which stays as usable as before.

import { html, nothing } from "lit-html";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import { command } from "./command.ts";
import type { Context, View } from "./context.ts";

interface Stop {
  title: string;
  text: string;
  /** The first of these that is there. */
  places: string[];
}

const STOPS: Stop[] = [
  {
    title: "Choose what is bred",
    text: "A system says what a program is made of and who has offspring. The experiments to begin with choose one for you; your own games can take the place of the sample.",
    places: [".presets", ".system"],
  },
  {
    title: "Press Evolve",
    text: "Generation follows generation until you press Pause. Step breeds a single one, so that you can look at it. Every run is stored in this browser.",
    places: [".run"],
  },
  {
    title: "Watch the curve",
    text: "Each point is what the best program of that generation finds of one set of positions. The band is chance: only what leaves it is progress. The dashed line is what random programs find.",
    places: [".demonstration", ".fitness", "#watch"],
  },
  {
    title: "See what they are made of",
    text: "A row of the picture is a program, a column one bit. Noise turns into stripes where all programs have come to agree. The table says what the genes of the best one mean.",
    places: [".genomes", ".genes", "#watch"],
  },
  {
    title: "Play it, keep it, pass it on",
    text: "The best program waits at the board. Copy its link to send it to a friend. The library keeps your runs, compares them and rates their programs.",
    places: [".play .board", "#play"],
  },
];

export function tour({ redraw }: Context): { open(): void; draw: View } {
  const card: Ref<HTMLElement> = createRef();
  let at: number | null = null;
  let marked: Element | null = null;
  let opener: HTMLElement | null = null;

  const mark = (place: Element | null) => {
    marked?.removeAttribute("data-toured");
    marked = place;
    marked?.setAttribute("data-toured", "");
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    // To where the card does not stand before it.
    marked?.scrollIntoView({ block: "start", behavior: isStill ? "instant" : "smooth" });
  };
  const go = (to: number | null) => {
    at = to;
    const stop = to === null ? undefined : STOPS[to];
    mark(stop?.places.map((place) => document.querySelector(place)).find((place) => place !== null) ?? null);
    redraw();
  };
  const end = () => {
    go(null);
    opener?.focus({ preventScroll: true });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") end();
  };
  return {
    open() {
      opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      go(0);
      requestAnimationFrame(() => requestAnimationFrame(() => card.value?.focus({ preventScroll: true })));
    },
    draw() {
      const stop = at === null ? undefined : STOPS[at];
      if (!stop || at === null) return nothing;
      const here = at;
      return html`
        <section class="tour" aria-label="Tour" tabindex="-1" ${ref(card)} @keydown=${key}>
          <div aria-live="polite">
            <p class="quiet">${here + 1} of ${STOPS.length}</p>
            <h3>${stop.title}</h3>
            <p>${stop.text}</p>
          </div>
          <div class="buttons">
            <button ${command(() => go(here - 1), here === 0)}>Back</button>
            ${
              here + 1 < STOPS.length
                ? html`<button class="primary" @click=${() => go(here + 1)}>Next</button>`
                : nothing
            }
            <button class="plain" @click=${end}>End the tour</button>
          </div>
        </section>
      `;
    },
  };
}
