// Whether a page may begin something by itself, and when a person takes over.

const CONTROLS =
  "button, input, select, textarea, summary, a, label, [role=slider], [role=tab], [role=group], [contenteditable]";
/** Who reads along the curve of what is shown takes nothing over. */
const SHOWN = ".demonstration";
/** By these a person looks around. */
const LOOKING = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "CapsLock", "PageUp", "PageDown"]);

/** Not where a person asked for less motion or for fewer data. */
export function mayMove(): boolean {
  const asked = ["(prefers-reduced-motion: reduce)", "(prefers-reduced-data: reduce)"];
  return !savesData() && !asked.some((query) => window.matchMedia(query).matches);
}

/** Calls once: at the first touch of a control, by pointer, key or anything else, or when a file is dragged over the page. */
export function onFirstTouch(act: () => void): void {
  const stop = new AbortController();
  const touched = () => {
    stop.abort();
    act();
  };
  const listen = <K extends keyof WindowEventMap>(kind: K, isTouch: (event: WindowEventMap[K]) => boolean) =>
    window.addEventListener(kind, (event) => isTouch(event) && touched(), {
      capture: true,
      passive: true,
      signal: stop.signal,
    });
  const atControl = ({ target }: Event) =>
    target instanceof Element && target.closest(CONTROLS) !== null && target.closest(SHOWN) === null;
  for (const kind of ["pointerdown", "click", "input", "change"] as const) listen(kind, atControl);
  listen("keydown", (event) => !LOOKING.has(event.key) && atControl(event));
  listen("dragenter", () => true);
}

/** Once the page is looked at. */
export function onceVisible(act: () => void): void {
  if (document.visibilityState === "visible") return act();
  document.addEventListener("visibilitychange", act, { once: true });
}

/** Whether the person has asked for little to be fetched. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
