// Where the rooms stand below each other, what a press begins may be out of sight.

/** Scrolls to the room once it is drawn, unless enough of it is seen. The focus stays where it is: on the button that was pressed. */
export function bringIntoSight(room: string): void {
  requestAnimationFrame(() => {
    const section = document.getElementById(room);
    if (!section) return;
    const { top, bottom } = section.getBoundingClientRect();
    const isSeen = top < innerHeight / 2 && bottom > innerHeight / 2;
    const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!isSeen) section.scrollIntoView({ behavior: isStill ? "instant" : "smooth" });
  });
}
