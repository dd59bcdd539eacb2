// What a person with a keyboard and a screen reader does and hears.

import assert from "node:assert/strict";

/** More stops than there are on the page. */
const MOST_STOPS = 400;

/** Goes on with Tab until this has the focus, as a screen reader names it: its role and its name. Answers all that is read of it. */
export async function tabTo(page, role, name) {
  const wanted = `- ${role} ${JSON.stringify(name)}`;
  const passed = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press("Tab");
    const focus = page.locator(":focus");
    // Past the last stop the focus is the browser's own.
    if ((await focus.count()) === 0) continue;
    const read = unquoted(await focus.ariaSnapshot());
    if (read.startsWith(wanted)) return read;
    passed.push(read.split("\n")[0]);
  }
  return assert.fail(`Tab never comes to ${wanted}, but to ${passed.join(", ")}`);
}

/** A snapshot quotes a line in which a colon stands. */
function unquoted(snapshot) {
  const [, line] = /^- '((?:[^']|'')*)'/.exec(snapshot) ?? [];
  return line === undefined ? snapshot : `- ${line.replaceAll("''", "'")}`;
}

/** Types in place of what stands in the field that has the focus. */
export async function typeOver(page, text) {
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

/** Writes down whatever is said from now on; answers how to wait until something was. */
export async function listening(page) {
  await page.evaluate(() => {
    window.said = [];
    const regions = [...document.querySelectorAll("[aria-live=polite]")];
    const listen = ({ target }) => {
      const text = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target)?.textContent.trim();
      if (text) window.said.push(text);
    };
    const observer = new MutationObserver((changes) => changes.forEach(listen));
    for (const region of regions)
      observer.observe(region, { childList: true, characterData: true, subtree: true });
  });
  return async (pattern) => {
    const isSaid = (source) => window.said.some((text) => new RegExp(source).test(text));
    try {
      await page.waitForFunction(isSaid, pattern);
    } catch (error) {
      const said = await page.evaluate(() => window.said);
      throw new Error(`"${pattern}" was never heard, but: ${said.join(" | ")}`, { cause: error });
    }
  };
}
