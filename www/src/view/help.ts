// What a number means and where its definition comes from: any element with `data-help` shows it when it is
// pointed at, focused or tapped. One tip for the whole page, in the top layer so that it also covers dialogs.
// Assistive technology gets the same text by `aria-describedby` where the element is a control.

const DELAY_MS = 350;
const GAP = 6;

/** The text of a tip: what it is, and where that comes from. */
export function helpText(meaning: string, source: string): string {
  return source ? `${meaning}\nSource: ${source}` : meaning;
}

/** Starts to show the tips of everything inside the page, now and later. */
export function installHelp(): void {
  const tip = makeTip();
  let shownFor: Element | null = null;
  let timer = 0;

  const hide = () => {
    clearTimeout(timer);
    shownFor = null;
    if (tip.matches(":popover-open")) tip.hidePopover();
  };
  const show = (target: HTMLElement) => {
    clearTimeout(timer);
    if (shownFor === target) return;
    shownFor = target;
    tip.textContent = target.dataset.help ?? "";
    tip.showPopover();
    place(tip, target.getBoundingClientRect());
  };

  document.addEventListener("pointerover", (event) => {
    const target = helped(event.target);
    if (event.target === tip || target === shownFor) return clearTimeout(timer);
    clearTimeout(timer);
    if (event.pointerType === "mouse") {
      timer = window.setTimeout(() => (target ? show(target) : hide()), target ? DELAY_MS : 100);
    }
  });
  document.addEventListener("click", (event) => {
    const target = helped(event.target);
    if (target && !target.matches("button, a")) show(target);
    else if (event.target !== tip) hide();
  });
  document.addEventListener("focusin", (event) => {
    const target = helped(event.target);
    if (target?.matches(":focus-visible")) show(target);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("scroll", hide, { capture: true, passive: true });
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}

function makeTip(): HTMLElement {
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.popover = "manual";
  tip.setAttribute("aria-hidden", "true");
  document.body.append(tip);
  return tip;
}

function helped(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-help]") : null;
}

/** Below its element where there is room, else above; never outside the window. */
function place(tip: HTMLElement, target: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(target.left, window.innerWidth - width - GAP));
  const below = target.bottom + GAP;
  const fits = below + height <= window.innerHeight - GAP;
  tip.style.left = `${left}px`;
  tip.style.top = `${fits ? below : Math.max(GAP, target.top - height - GAP)}px`;
}
