import { translate } from "../language/language.ts";

/** What went wrong, in the words of whoever noticed, where they have a translation in that. */
export function reason(error: unknown): string {
  return translate(error instanceof Error ? error.message : String(error));
}
