// What the rooms show of one kind of run. How they call it is in `words.ts`.

import type { StageName } from "../../model.ts";
import type { Context, View } from "../context.ts";

export interface KindView {
  stage: StageName;
  /** What it begins with, its settings, its buttons and how far it is. */
  breed(context: Context): View;
  /** How it goes, and what has become of the programs. */
  watch(context: Context): View;
  /** Nothing in what is watched takes the focus. */
  isStill?: boolean;
}
