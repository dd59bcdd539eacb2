// The genomes of all programs, as a picture and in words.

import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { translate } from "../language/language.ts";
import type { Gene, GenerationRecord, Population, State } from "../model.ts";
import { onSchemeChange } from "./colours.ts";
import type { Context, View } from "./context.ts";
import { mounted } from "./mounted.ts";
import { column, identical, inWords } from "./loci.ts";
import { layout, painter } from "./population-picture.ts";
import { helped } from "./help.ts";
import { decimal } from "./format.ts";

/** Whose genomes are drawn. */
export interface Genomes {
  population: Population | null;
  genes: Gene[];
  records: GenerationRecord[];
}

/** Of the open run, unless others are named. `choose`: what is done with a program that is chosen, by its row. */
export function populationView(
  { page, redraw }: Context,
  whose: (state: State) => Genomes = ofRun,
  choose?: (individual: number) => void,
): View {
  let painted: Population | null = null;
  /** The genes are decoded after the genomes are known. */
  let divided = 0;
  let hovered: number | null = null;
  /** The row that the keyboard is at. */
  let row = 0;

  const repaint = () => mount.drawing?.repaint();
  const mount = mounted((canvas: HTMLCanvasElement) => {
    const paint = painter(canvas);
    const repaint = () => {
      const { population, genes } = whose(page.state);
      if (population) paint(population, genes);
    };
    const sizes = new ResizeObserver(repaint);
    sizes.observe(canvas);
    const deaf = onSchemeChange(repaint);
    return {
      repaint,
      end: () => {
        sizes.disconnect();
        deaf();
      },
    };
  });
  const hover = (event: PointerEvent | null) => {
    const locus = event ? locusUnder(event, whose(page.state)) : null;
    if (locus === hovered) return;
    hovered = locus;
    redraw();
  };

  const move = (event: KeyboardEvent, rows: number) => {
    if (event.key === "Enter" || event.key === " ") choose?.(row);
    const to = rowAfter(event.key, row, rows);
    if (to === null) return;
    event.preventDefault();
    row = to;
    redraw();
  };
  const press = (event: MouseEvent, rows: number) => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    row = Math.min(rows - 1, Math.floor((event.offsetY * rows) / Math.max(1, canvas.clientHeight)));
    choose?.(row);
    redraw();
  };

  return (state) => {
    const genomes = whose(state);
    const { population } = genomes;
    const genes = genomes.genes.length;
    if (population !== painted || genes !== divided) {
      painted = population;
      divided = genes;
      repaint();
    }
    return population === null ? nothing : picture(genomes, population);
  };

  /** The keyboard's way through the rows; who has a mouse clicks into the picture. */
  function rows({ individuals, fitness }: Population): TemplateResult {
    row = Math.min(row, individuals - 1);
    return html`<svg
      class="genome-rows" viewBox="0 0 1 ${individuals}" preserveAspectRatio="none" tabindex="0" role="listbox"
      aria-label="Program, by its row. Enter shows its parents." aria-activedescendant="genome-row"
      @keydown=${(event: KeyboardEvent) => move(event, individuals)}>
      <rect id="genome-row" role="option" aria-selected="true" aria-posinset=${row + 1} aria-setsize=${individuals}
        aria-label=${`Program ${row + 1} of ${individuals}, ${fitness[row] ?? 0} moves found`}
        y=${row} width="1" height="1" vector-effect="non-scaling-stroke" />
    </svg>`;
  }

  function picture({ genes, records }: Genomes, population: Population): TemplateResult {
    const { locus_name } = population;
    return html`
      <section class="genomes" aria-labelledby="genomes-title">
        <h3 id="genomes-title">${helped(`${capital(translate(locus_name))}s of every program`, helpOf(locus_name))}</h3>
        <p class="readout" data-help=${helpOf(locus_name)}>
          ${hovered === null ? caption(records, population) : reading(population, genes, hovered)}
        </p>
        <div class="genome-picture"><canvas
          role="img" aria-label=${`A row a program, a column a ${translate(locus_name)}`} aria-describedby="genomes-in-words"
          ${mount.host()} @pointermove=${hover} @pointerleave=${() => hover(null)}
          @click=${choose ? (event: MouseEvent) => press(event, population.individuals) : nothing}></canvas>
        ${choose ? rows(population) : nothing}</div>
        ${guard([population], () => agreement(population, genes))}
      </section>
    `;
  }
}

function rowAfter(key: string, row: number, rows: number): number | null {
  const last = rows - 1;
  const to: Record<string, number> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + 10,
    PageUp: row - 10,
    Home: 0,
    End: last,
    Enter: row,
    " ": row,
  };
  const wanted = to[key];
  return wanted === undefined ? null : Math.max(0, Math.min(last, wanted));
}

function helpOf(locus: string): string {
  return `Each row is one program of the generation, each column one ${translate(locus)} of the chromosome, with a gap between genes. A ${locus} that is identical in all programs changes only by mutation.\nDiversity is the mean distance between two programs: of bit strings, the share of bits in which they differ. It is 0 for clones, and near 0.5 for random bit strings.`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function ofRun({ run: { population, records }, program }: State): Genomes {
  return { population, records, genes: program?.genes ?? [] };
}

function caption(records: GenerationRecord[], population: Population): TemplateResult | null {
  const record = records.at(-1);
  if (!record) return null;
  const { loci, locus_name } = population;
  return html`${count(identical(population))} of ${loci} ${locus_name}s identical in all programs ·
    diversity ${decimal(record.diversity, 2)}`;
}

function count(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}

function locusUnder(event: PointerEvent, { population, genes }: Genomes): number | null {
  if (!population) return null;
  const canvas = event.currentTarget as HTMLCanvasElement;
  const columns = layout(population.loci, genes, canvas.clientWidth, 1);
  const locus = columns[Math.floor(event.offsetX)] ?? -1;
  return locus < 0 ? null : locus;
}

function reading(population: Population, genes: Gene[], locus: number): string {
  const { locus_name } = population;
  const gene = genes.find(({ offset, loci }) => locus >= offset && locus < offset + loci);
  const place = gene
    ? `${translate(gene.name)}, ${translate(locus_name)} ${locus - gene.offset + 1} of ${gene.loci}`
    : `${capital(translate(locus_name))} ${locus + 1}`;
  return `${place}: ${inWords(column(population, locus))}`;
}

/** What the picture shows, for those who cannot see it: how many loci of each gene are the same in all. */
function agreement(population: Population, genes: Gene[]): TemplateResult {
  const same = identical(population);
  const fixed = ({ offset, loci }: Gene) => count(same.subarray(offset, offset + loci));
  return html`<p id="genomes-in-words" class="unseen">
    ${capital(population.locus_name)}s on which all programs agree: ${genes
      .filter(({ loci }) => loci > 0)
      .map((gene) => `${translate(gene.name)} ${fixed(gene)} of ${gene.loci}`)
      .join(", ")}.
  </p>`;
}
