// German.

import type { Catalogue } from "./language.ts";
import coreTexts from "./de/core.json";
import pageTexts from "./de/page.json";

export const page: Catalogue = pageTexts;
export const core: Catalogue = coreTexts;
