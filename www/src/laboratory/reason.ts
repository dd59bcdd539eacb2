/** What went wrong, in the words of whoever noticed. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
