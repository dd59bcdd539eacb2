import type { DirectiveResult } from "lit-html/directive.js";
import { ref } from "lit-html/directives/ref.js";

/** What another library, or a canvas, shows in an element. */
export interface Drawing {
  /** Its element is gone: it listens to nothing any more. */
  end(): void;
}

export interface Mount<D> {
  /** Stands in the tag of the element. */
  host(): DirectiveResult;
  /** Null while there is no element for it. */
  readonly drawing: D | null;
}

/**
 * For elements that something else than lit-html draws into: `begin` is called when the element stands in the document and has a size,
 * and what it answers ends when the element goes.
 */
export function mounted<E extends HTMLElement, D extends Drawing>(begin: (element: E) => D): Mount<D> {
  let place: Element | undefined;
  let drawing: D | null = null;
  const move = (element: Element | undefined) => {
    drawing?.end();
    drawing = null;
    place = element;
    // A `ref` is called while the element still is in a fragment.
    if (element)
      queueMicrotask(() => {
        if (place === element) drawing ??= begin(element as E);
      });
  };
  return {
    host: () => ref(move),
    get drawing() {
      return drawing;
    },
  };
}
