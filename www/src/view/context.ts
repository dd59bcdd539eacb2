import type { nothing, TemplateResult } from "lit-html";
import type { Page, State } from "../model.ts";

/** What every view is made with: the page's commands, and a way to ask for a redraw after a change of its own. */
export interface Context {
  readonly page: Page;
  redraw(): void;
  /** Whether the page is shown to a class: what matters large, the rest out of sight. */
  readonly classroom: { isOn: boolean };
}

export type Drawn = TemplateResult | typeof nothing;

/** A view is made once and then drawn from the state, at most once a frame. */
export type View = (state: State) => Drawn;

/** Compares a state with the one before and answers in sentences what is new: for the announcer. */
export type News = (state: State) => string[];
