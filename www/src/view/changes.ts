// Settings that are changed while a run goes on: what is typed until it is applied, and what was changed, in words.

import { html, nothing, type TemplateResult } from "lit-html";
import { written } from "../language/decimal-mark.ts";
import { inSentence, say, translate } from "../language/language.ts";
import type { Changed, Run, RunRecord, Setting, SettingValue, StageName, State } from "../model.ts";
import { runOf } from "../runs.ts";
import type { Mark } from "./chart.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";

/** The values that a person has typed for the open run of a kind, and the button that applies them. */
export function changesForm({ page, redraw }: Context, stage: StageName, forget: () => void) {
  let draft = new Map<string, SettingValue>();
  /** Those of the run that it is for. */
  let settings: unknown = null;
  const turnTo = (state: State) => {
    const now = runOf(state, stage).settings;
    if (now !== settings) draft.clear();
    settings = now;
  };
  const drop = () => {
    draft = new Map();
    forget();
    redraw();
  };
  /** What is refused stays typed, and so does what was typed meanwhile. */
  const apply = async () => {
    const sent = [...draft];
    if (!(await page.changeRun(stage, Object.fromEntries(sent)))) return;
    for (const [key, value] of sent) if (draft.get(key) === value) draft.delete(key);
    if (draft.size === 0) drop();
    else redraw();
  };
  return {
    /** Whether the open run can take another value for this setting. */
    takes: (row: Setting, state: State) => row.changeable && isChangeable(state, stage),
    /** What is typed, or what holds; undefined where the setting is not that of an open run. */
    value(row: Setting, state: State): SettingValue | undefined {
      turnTo(state);
      if (!row.changeable || !isChangeable(state, stage)) return undefined;
      return draft.get(row.key) ?? inForce(runOf(state, stage), row.key);
    },
    accept({ key }: Setting, value: SettingValue): void {
      if (value === inForce(runOf(page.state, stage), key)) draft.delete(key);
      else draft.set(key, value);
      redraw();
    },
    bar(state: State): TemplateResult | typeof nothing {
      if (!isChangeable(state, stage)) {
        draft.clear();
        return nothing;
      }
      return html`
        <div class="buttons apply">
          <button class="primary" ${command(() => void apply(), draft.size === 0)}>Apply</button>
          <button ${command(drop, draft.size === 0)}>Discard</button>
          <span class="quiet">${holds(runOf(state, stage))}</span>
        </div>
      `;
    },
  };
}

/** Whether the open run of a kind can be changed: it goes on or is paused, is no run of a series, and promised by no link. */
export function isChangeable(state: State, stage: StageName): boolean {
  const { phase, of_another_engine, expected } = runOf(state, stage);
  if (of_another_engine || expected !== null || (phase !== "running" && phase !== "paused")) return false;
  return stage !== "imitation" || state.series?.phase !== "running";
}

/** The last generation that is scored. */
function last({ records }: Run<RunRecord>): number {
  return records.at(-1)?.generation ?? -1;
}

/** The value that holds, or will from the next generation on. */
function inForce(run: Run<RunRecord>, key: string): SettingValue | undefined {
  const now = run.changes.filter(({ name, generation }) => name === key && generation <= last(run) + 2);
  return now.at(-1)?.value ?? run.settings?.[key];
}

/** What was applied and is to hold. */
function holds(run: Run<RunRecord>): string {
  const coming = run.changes.filter(({ generation }) => generation > last(run));
  const [next] = coming;
  if (!next) return "";
  const now = coming.filter(({ generation }) => generation === next.generation);
  return `Holds from generation ${next.generation}: ${now.map(withValue).join(", ")}`;
}

/** "mutation probability 0.01" */
function withValue({ label, value }: Changed): string {
  return `${inSentence(translate(label))} ${shown(value)}`;
}

/** "mutation probability 0.001 → 0.01" */
export function inWords({ label, before, value }: Changed): string {
  return `${inSentence(translate(label))} ${shown(before)} → ${shown(value)}`;
}

/** What charts draw of them: a mark a generation. The same list for the same changes. */
export function marksOf(): (changes: Changed[]) => Mark[] {
  let known: Changed[] = [];
  let marks: Mark[] = [];
  return (changes) => {
    if (changes === known) return marks;
    known = changes;
    const own = (at: number) => changes.filter(({ generation }) => generation === at);
    marks = generationsOf(changes).map((at) => ({
      generation: at,
      words: own(at).map(withValue).join(", "),
    }));
    return marks;
  };
}

function generationsOf(changes: Changed[]): number[] {
  return [...new Set(changes.map(({ generation }) => generation))];
}

/** Those that hold from this generation on, in words; empty where there are none. */
export function changesAt(changes: Changed[], at: number): string {
  const own = changes.filter(({ generation }) => generation === at);
  return own.map(inWords).join(", ");
}

/** What was changed in a run, a line a generation. */
export function changesList(changes: Changed[]): TemplateResult | typeof nothing {
  if (changes.length === 0) return nothing;
  return html`
    <ul class="changes quiet" aria-label="Settings changed">
      ${generationsOf(changes).map((at) => html`<li>Generation ${at}: ${changesAt(changes, at)}</li>`)}
    </ul>
  `;
}

export function shown(value: SettingValue): string {
  if (typeof value === "number") return written(value);
  return typeof value === "boolean" ? (value ? say("on") : say("off")) : value;
}
