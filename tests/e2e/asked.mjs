// What the page asks of its workers, seen from the page's side: so it can be seen in every browser.

/**
 * From here on those workers are noted that the page asks for `call`, until it ends them. The first never hears the question, as if the
 * answer took for ever.
 */
export function unanswered(page, call) {
  return page.evaluate((call) => {
    const { postMessage, terminate } = Worker.prototype;
    const asked = new Set();
    let isFirst = true;
    window.asked = asked;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.call !== call) return postMessage.call(this, message, ...more);
      asked.add(this);
      if (!isFirst) postMessage.call(this, message, ...more);
      isFirst = false;
    };
    Worker.prototype.terminate = function () {
      asked.delete(this);
      terminate.call(this);
    };
  }, call);
}

/** Waits until one was asked. */
export function asked(page) {
  return page.waitForFunction(() => window.asked.size > 0);
}

/** Waits until all of them were ended. */
export function ended(page) {
  return page.waitForFunction(() => window.asked.size === 0);
}
