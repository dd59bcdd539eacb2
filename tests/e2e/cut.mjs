// Whether all of a view can be read.

/** What is cut: texts beyond an edge behind which nothing can be scrolled to, and values wider than their fields. */
export function cut(page) {
  return page.evaluate(() => {
    const found = [];
    const told = (element) => element.closest("[data-help], [title]") !== null;
    const clips = (element) => ["hidden", "clip"].includes(getComputedStyle(element).overflowX);
    const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
    const seen = (element) =>
      element.checkVisibility({ opacityProperty: true }) &&
      !element.closest(".unseen, nav:not(:focus-within), [aria-hidden=true]");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const parent = text.parentElement;
      if (!text.data.trim() || !parent || !seen(parent) || parent.closest("select, option, style, script"))
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right } = range.getBoundingClientRect();
      for (let around = parent; around && !scrolls(around); around = around.parentElement) {
        const box = around.getBoundingClientRect();
        if (clips(around) && (right > box.right + 1 || left < box.left - 1) && !told(parent)) {
          found.push(`"${text.data.trim()}" in ${around.className || around.tagName}`);
          break;
        }
      }
    }
    const pen = document.createElement("canvas").getContext("2d");
    for (const select of document.querySelectorAll("select")) {
      // What people call programs and games is as long as it is.
      if (!seen(select) || select.matches(".program-choice, .game-list select")) continue;
      const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(select);
      pen.font = `${fontSize} ${fontFamily}`;
      const label = select.selectedOptions[0]?.label.trim() ?? "";
      // The arrow takes about as much as a line is high.
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16;
      if (pen.measureText(label).width > room) found.push(`"${label}" in its list`);
    }
    for (const field of document.querySelectorAll("[role=spinbutton]"))
      if (seen(field) && field.scrollWidth > field.clientWidth) found.push(`"${field.value}" in its field`);
    for (const bar of document.querySelectorAll(".genes .bar"))
      if (seen(bar) && bar.clientWidth < 48) found.push(`a bar of ${bar.clientWidth} pixels`);
    if (document.documentElement.scrollWidth > window.innerWidth) found.push("the page scrolls sideways");
    return found;
  });
}
