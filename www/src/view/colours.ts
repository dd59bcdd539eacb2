// Canvas drawings use the stylesheet's colours, so that light and dark stay in one place.

const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** The value of a custom property of the page: `colour("--accent")`. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function onSchemeChange(redraw: () => void): void {
  dark.addEventListener("change", redraw);
}
