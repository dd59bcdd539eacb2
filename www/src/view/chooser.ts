// Which program takes a seat: one of a list, or one that is pasted in.

import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { createRef, type Ref, ref } from "lit-html/directives/ref.js";
import type { State } from "../model.ts";
import type { Context, View } from "./context.ts";
import { help } from "./help.ts";
import { chromosomeHint } from "./systems.ts";

const PASTE = "paste";

export interface Choice {
  value: string;
  name: string;
  there: boolean;
  /** Under which heading it stands; choices of one follow each other. */
  group?: string;
}

/** What the seat is for, and who may take it. */
export interface Seating {
  /** Unlike those of other choosers. */
  id: string;
  label(state: State): string;
  help: string;
  /** What the field is called where a program is pasted in. */
  field: string;
  chosen(state: State): string;
  /** Always as many, so that the one chosen keeps its place. */
  choices(state: State): Choice[];
  choose(value: string): void;
  /** Answers what is wrong with the text, or null. */
  paste(text: string): Promise<string | null>;
}

export interface Chooser {
  draw: View;
  /** Where a program is pasted in. */
  form: View;
}

export function chooser({ redraw }: Context, seating: Seating): Chooser {
  let pasting = false;
  let text = "";
  let wrong: string | null = null;
  const list: Ref<HTMLSelectElement> = createRef();
  const wrongId = `${seating.id}-wrong`;

  const close = () => {
    pasting = false;
    text = "";
    wrong = null;
    redraw();
  };
  /** Back to the list that it came from: the form goes, and the focus with it. */
  const leave = () => {
    list.value?.focus({ preventScroll: true });
    close();
  };
  const choose = (event: Event) => {
    const { value } = event.currentTarget as HTMLSelectElement;
    if (value !== PASTE) {
      seating.choose(value);
      return close();
    }
    pasting = true;
    redraw();
  };
  const typed = (event: Event) => {
    text = (event.currentTarget as HTMLInputElement).value;
    wrong = null;
    redraw();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    wrong = await seating.paste(text);
    if (wrong === null) leave();
    else redraw();
  };
  const escape = (event: KeyboardEvent) => event.key === "Escape" && leave();

  return {
    draw(state) {
      const chosen = pasting ? PASTE : seating.chosen(state);
      const choices = [...seating.choices(state), { value: PASTE, name: "Paste a link…", there: true }];
      return html`
        <label class="seat">
          <span data-help=${seating.help}>${seating.label(state)}</span>
          <select class="program-choice" .value=${live(chosen)} @change=${choose} ${help(seating.help)} ${ref(list)}>
            ${byGroup(choices).map(([group, members]) => {
              const options = members.map((choice) => option(choice, chosen));
              return group === undefined ? options : html`<optgroup label=${group}>${options}</optgroup>`;
            })}
          </select>
        </label>
      `;
    },
    form: (state) =>
      pasting
        ? html`
            <form class="paste" @submit=${submit} @keydown=${escape}>
              <input
                type="text" aria-label=${seating.field} placeholder=${chromosomeHint(state.systems[0])}
                autocomplete="off"
                spellcheck="false" .value=${live(text)} aria-invalid=${wrong ? "true" : "false"}
                aria-describedby=${wrong ? wrongId : nothing} @input=${typed} ${ref(focus)} />
              <button>Use it</button>
              <button type="button" class="plain" @click=${leave}>Cancel</button>
              ${wrong ? html`<p id=${wrongId} class="wrong" role="alert">${wrong}</p>` : nothing}
            </form>
          `
        : nothing,
  };
}

function option({ value, name, there }: Choice, chosen: string): TemplateResult {
  return html`<option value=${value} ?hidden=${!there} ?disabled=${!there} ?selected=${value === chosen}>
    ${name}
  </option>`;
}

/** In their order. */
function byGroup(choices: Choice[]): [string | undefined, Choice[]][] {
  const groups: [string | undefined, Choice[]][] = [];
  for (const choice of choices) {
    const last = groups.at(-1);
    if (last && last[0] === choice.group) last[1].push(choice);
    else groups.push([choice.group, [choice]]);
  }
  return groups;
}

/** When it comes into the page. */
function focus(element: Element | undefined): void {
  if (element) queueMicrotask(() => (element as HTMLElement).focus());
}
