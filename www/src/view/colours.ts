// Canvas drawings use the stylesheet's colours, so that light, dark and forced colours stay in one place.

const changes = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((query) =>
  window.matchMedia(query),
);
/** Stands in the document to resolve colours that only a browser knows, such as those of the system. */
let probe: HTMLElement | null = null;

/** The value of a custom property of the page as `rgb(…)`: `colour("--accent")`. */
export function colour(name: string): string {
  if (!probe) {
    probe = document.createElement("span");
    probe.className = "colour-probe";
    document.body.append(probe);
  }
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
}

/** Answers how to stop listening. */
export function onSchemeChange(redraw: () => void): () => void {
  for (const change of changes) change.addEventListener("change", redraw);
  return () => {
    for (const change of changes) change.removeEventListener("change", redraw);
  };
}
