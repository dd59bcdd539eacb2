import type { DirectiveResult } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";

/**
 * For elements that another library draws into: calls `begin` once, when the element stands in the document and
 * has a size. (lit-html calls a `ref` while the element still is in a fragment.)
 */
export function once<E extends HTMLElement>(begin: (element: E) => void): () => DirectiveResult {
  let begun = false;
  const callback = (element: Element | undefined) => {
    if (begun || !element) return;
    begun = true;
    queueMicrotask(() => begin(element as E));
  };
  return () => ref(callback);
}
