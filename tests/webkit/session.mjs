// A person in front of WebKitGTK's MiniBrowser, on a screen of its own: WebDriver over HTTP. Its profile is fresh and forgotten.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../free-port.mjs";

const SCREEN = "-screen 0 1600x1200x24";
const WINDOW = { width: 1440, height: 1000 };
const STEP_MS = 60_000;
const ASK_AGAIN_MS = 50;

/** Opens the browser; `close` ends all that was started for it. */
export async function openWebKit() {
  const port = await freePort();
  const driver = spawn("xvfb-run", ["-a", "-s", SCREEN, "WebKitWebDriver", `--port=${port}`], {
    env: { ...process.env, LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8" },
    // A group of its own, which can be ended as a whole.
    detached: true,
    stdio: "ignore",
  });
  const ended = once(driver, "exit");
  const end = async () => {
    if (driver.exitCode === null) process.kill(-driver.pid);
    await ended;
  };
  try {
    const root = `http://127.0.0.1:${port}`;
    await listens(root, driver);
    return await begin(root, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** The driver tells nobody when it is ready. */
async function listens(root, driver) {
  while (!(await fetch(`${root}/status`).catch(() => null))) {
    assert.equal(driver.exitCode, null, "WebKitWebDriver is running");
    await setTimeout(ASK_AGAIN_MS);
  }
}

async function begin(root, end) {
  const binary = execFileSync(fileURLToPath(new URL("find-webkit", import.meta.url)))
    .toString()
    .trim();
  const options = { binary, args: ["--automation"] };
  const { sessionId, capabilities } = await send("POST", `${root}/session`, {
    capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
  });
  const session = new Session(`${root}/session/${sessionId}`, capabilities.browserVersion, end);
  await session.command("timeouts", { script: STEP_MS });
  await session.command("window/rect", WINDOW);
  return session;
}

async function send(method, url, body) {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${method} ${url}: ${value.error}: ${value.message}`);
  return value;
}

class Session {
  #root;
  #end;

  constructor(root, version, end) {
    this.#root = root;
    this.#end = end;
    this.version = version;
  }

  /** What WebDriver calls a command, by its path. */
  command(path, parameters = {}) {
    return send("POST", `${this.#root}/${path}`, parameters);
  }

  async close() {
    try {
      await send("DELETE", this.#root);
    } finally {
      await this.#end();
    }
  }

  open(url) {
    return this.command("url", { url });
  }

  reload() {
    return this.command("refresh");
  }

  /** What a function answers inside the page. */
  evaluate(inside, ...args) {
    return this.command("execute/sync", { script: `return (${inside})(...arguments)`, args });
  }

  /** Waits until a function inside the page answers something, looking in every frame. */
  async until(inside, ...args) {
    const script = `
      const done = [...arguments].at(-1);
      const look = () => {
        const answer = (${inside})(...arguments);
        answer ? done(answer) : requestAnimationFrame(look);
      };
      look();`;
    try {
      return await this.command("execute/async", { script, args });
    } catch (error) {
      const heard = await this.evaluate(() =>
        [...document.querySelectorAll("[role=status], [role=alert]")].map(({ textContent }) =>
          textContent.trim(),
        ),
      );
      throw new Error(`waited in vain for ${args}; the page says: ${heard.join(" | ")}`, { cause: error });
    }
  }

  /** Waits until the text, a regular expression, is to be seen in a line of the page. */
  shows(pattern) {
    return this.until((source) => new RegExp(source, "m").test(document.body.innerText), pattern.source);
  }

  /** The element with this name among those that the selector finds. */
  async named(selector, name) {
    const found = await this.command("elements", { using: "css selector", value: selector });
    for (const element of found) {
      const label = await send("GET", `${this.#root}/element/${id(element)}/computedlabel`).catch(() => null);
      if (label === name) return element;
    }
    return assert.fail(`there is a ${selector} called ${name}`);
  }

  async press(name) {
    await this.command(`element/${id(await this.named("button", name))}/click`);
  }

  /** Puts a number into its field, in place of what stands there. */
  async write(name, number) {
    const field = await this.named("input", name);
    await this.evaluate((element) => element.select(), field);
    await this.command(`element/${id(field)}/value`, { text: String(number) });
  }

  /** Moves the mouse from a point to another with its button down, not faster than the page draws. */
  async drag(from, to) {
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const down = { type: "pointerDown", button: 0 };
    const up = { type: "pointerUp", button: 0 };
    for (const action of [moveTo(from), down, moveTo(middle), moveTo(to), up]) {
      const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions: [action] };
      await this.command("actions", { actions: [mouse] });
      await this.#nextFrame();
    }
  }

  #nextFrame() {
    const script = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))";
    return this.command("execute/async", { script, args: [] });
  }
}

function moveTo([x, y]) {
  return { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 };
}

/** An element is an object with one value. */
function id(element) {
  return Object.values(element)[0];
}
