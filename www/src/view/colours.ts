// Canvas drawings use the stylesheet's colours, so that light, dark and forced colours stay in one place.

const forced = window.matchMedia("(forced-colors: active)");
const changes = [window.matchMedia("(prefers-color-scheme: dark)"), forced];
/** Colours resolved since the scheme last changed: resolving one makes the browser compute the styles of a page that is half drawn. */
const known = new Map<string, string>();
for (const change of changes) change.addEventListener("change", () => known.clear());
/** Stands in the document to resolve colours that only a browser knows, such as those of the system. */
let probe: HTMLElement | null = null;

/** The value of a custom property of the page as `rgb(…)`: `colour("--accent")`. */
export function colour(name: string): string {
  // Another set of forced colours may be chosen, and no event tells.
  if (forced.matches) return resolved(name);
  const value = known.get(name) ?? resolved(name);
  known.set(name, value);
  return value;
}

function resolved(name: string): string {
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
