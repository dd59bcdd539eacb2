// Under Trusted Types chessground may empty its element through innerHTML, and nothing else may write HTML.

interface Policies {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
}

/** Lets the empty string, and only that, pass as HTML wherever the browser asks. */
export function allowEmptyHtml(): void {
  const policies = Reflect.get(window, "trustedTypes") as Policies | undefined;
  if (!policies || policies.defaultPolicy) return;
  policies.createPolicy("default", { createHTML: (text) => (text === "" ? "" : null) });
}
