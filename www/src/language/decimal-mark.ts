// Numbers with the decimal mark of the language and all their digits, ungrouped: as a person types them.

import { locale } from "./language.ts";

/** "." or ",". */
export const DECIMAL_MARK = (0.5).toLocaleString(locale).charAt(1);

/** 0.001, or 0,001 in German. */
export function written(value: number, mark = DECIMAL_MARK): string {
  return String(value).replace(".", mark);
}
