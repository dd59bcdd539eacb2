// The bits of every program, as a picture and in words.

import { html, nothing, type TemplateResult } from "lit-html";
import { cache } from "lit-html/directives/cache.js";
import { guard } from "lit-html/directives/guard.js";
import type { Gene, PopulationBits, State } from "../model.ts";
import { onSchemeChange } from "./colours.ts";
import type { Context, View } from "./context.ts";
import { once } from "./once.ts";
import { layout, onesPerBit, paint } from "./population-picture.ts";
import { helped } from "./help.ts";

export function populationView({ page, redraw }: Context): View {
  let canvas: HTMLCanvasElement | null = null;
  let painted: PopulationBits | null = null;
  /** The genes are decoded after the bits are known. */
  let divided = 0;
  let hoveredBit: number | null = null;

  const repaint = () => {
    const { population } = page.state.run;
    if (canvas && population) paint(canvas, population, genesOf(page.state));
  };
  const host = once((element: HTMLCanvasElement) => {
    canvas = element;
    new ResizeObserver(repaint).observe(element);
    onSchemeChange(repaint);
  });
  const hover = (event: PointerEvent | null) => {
    const bit = event ? bitUnder(event, page.state) : null;
    if (bit === hoveredBit) return;
    hoveredBit = bit;
    redraw();
  };

  return (state) => {
    const { population } = state.run;
    const genes = genesOf(state).length;
    if (population !== painted || genes !== divided) {
      painted = population;
      divided = genes;
      repaint();
    }
    const picture = html`
      <section class="bits" aria-labelledby="bits-title">
        <h3 id="bits-title">${helped("Bits of every program", HELP)}</h3>
        <p class="readout" data-help=${HELP}>
          ${population && hoveredBit !== null ? reading(population, genesOf(state), hoveredBit) : caption(state)}
        </p>
        <canvas
          role="img" aria-label="A row a program, a column a bit" aria-describedby="bits-in-words"
          ${host()} @pointermove=${hover} @pointerleave=${() => hover(null)}></canvas>
        ${guard([population], () => inWords(population, genesOf(state)))}
      </section>
    `;
    return html`${cache(population === null ? nothing : picture)}`;
  };
}

const HELP =
  "Each row is one program of the generation, each column one bit of the chromosome, with a gap between genes. A bit that is identical in all programs changes only by mutation.\nDiversity is the mean share of bits in which two programs differ: 0.5 for random programs, 0 for clones.";

function genesOf({ program }: State): Gene[] {
  return program?.genes ?? [];
}

function caption({ run: { population, records } }: State): TemplateResult | null {
  const record = records.at(-1);
  if (!population || !record) return null;
  return html`${fixedBits(population)} of ${population.bits} bits identical in all programs ·
    diversity ${record.diversity.toFixed(2)}`;
}

function fixedBits(population: PopulationBits): number {
  return onesPerBit(population).filter((ones) => ones === 0 || ones === population.individuals).length;
}

function bitUnder(event: PointerEvent, state: State): number | null {
  const { population } = state.run;
  if (!population) return null;
  const canvas = event.currentTarget as HTMLCanvasElement;
  const columns = layout(population.bits, genesOf(state), canvas.clientWidth, 1);
  const bit = columns[Math.floor(event.offsetX)] ?? -1;
  return bit < 0 ? null : bit;
}

function reading(population: PopulationBits, genes: Gene[], bit: number): string {
  const gene = genes.find(({ offset, bits }) => bit >= offset && bit < offset + bits);
  const place = gene ? `${gene.name}, bit ${bit - gene.offset + 1} of ${gene.bits}` : `Bit ${bit + 1}`;
  return `${place}: set in ${onesPerBit(population)[bit]} of ${population.individuals} programs`;
}

/** What the picture shows, for those who cannot see it: how many bits of each gene are fixed. */
function inWords(population: PopulationBits | null, genes: Gene[]): TemplateResult | null {
  if (!population) return null;
  const ones = onesPerBit(population);
  const fixed = ({ offset, bits }: Gene) =>
    ones.subarray(offset, offset + bits).filter((count) => count === 0 || count === population.individuals)
      .length;
  return html`<p id="bits-in-words" class="unseen">
    Bits on which all programs agree: ${genes
      .filter(({ bits }) => bits > 0)
      .map((gene) => `${gene.name} ${fixed(gene)} of ${gene.bits}`)
      .join(", ")}.
  </p>`;
}
