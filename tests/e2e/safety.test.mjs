// The page's content policy is in force, in its workers too, and the page itself never meets it.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach } from "node:test";
import { arrivedAt, evolve, e2eInside, press, e2e, set } from "./page.mjs";

const REFUSED =
  /Content Security Policy|Trusted ?Type|This document requires|violates/i;

// Another host, which would answer anybody.
let asked = 0;
const elsewhere = createServer((_request, response) => {
  asked += 1;
  response
    .writeHead(200, { "access-control-allow-origin": "*" })
    .end("welcome");
});
let outside = "";

before(async () => {
  await new Promise((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
  outside = `http://127.0.0.1:${elsewhere.address().port}/`;
  assert.equal(await (await fetch(outside)).text(), "welcome");
});

after(() => {
  elsewhere.close();
  elsewhere.closeAllConnections();
});

beforeEach(() => {
  asked = 0;
});

e2e(
  "an injected script does not run",
  async (page) => {
    const ran = await page.evaluate(async () => {
      const refused = new Promise((resolve) => {
        document.addEventListener("securitypolicyviolation", resolve, {
          once: true,
        });
      });
      const script = document.createElement("script");
      try {
        script.textContent = "document.ran = true";
      } catch {
        // Trusted Types stop it even earlier.
        script.append("document.ran = true");
      }
      document.body.append(script);
      await refused;
      return document.ran === true;
    });
    assert.equal(ran, false);
    await assert.rejects(page.evaluate((address) => fetch(address), outside));
    assert.equal(asked, 0);
    const written = await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML(
          "beforeend",
          "<img src=x onerror='document.ran = true'>",
        );
        return true;
      } catch {
        return false;
      }
    });
    assert.equal(written, false);
  },
  { expected: REFUSED },
);

e2eInside("in the workers eval and other hosts are refused", async (page) => {
  await set(page, { Workers: 1, Generations: 100_000 });
  await press(page, "Evolve");
  await arrivedAt(page, 1);
  const roles = new Set();
  for (const worker of page.workers()) {
    const { name, evaluated, fetched } = await worker.evaluate(
      async (address) => {
        // What the debugger calls may evaluate text; what a message calls may not.
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
        const attempt = (act) =>
          act().then(
            () => true,
            () => false,
          );
        return {
          name: self.name,
          evaluated: await attempt(async () => new Function("return 1")()),
          fetched: await attempt(() => fetch(address)),
        };
      },
      outside,
    );
    roles.add(name);
    assert.equal(evaluated, false, `${name} evaluates no text`);
    assert.equal(fetched, false, `${name} asks no other host`);
    assert.equal(asked, 0);
  }
  assert.deepEqual([...roles].sort(), ["coordinator", "player", "scorer"]);
});

e2e("normal use meets no policy", async (page) => {
  await page.evaluate(() => {
    document.violations = 0;
    document.addEventListener("securitypolicyviolation", () => {
      document.violations += 1;
    });
  });
  await evolve(page, { Generations: 2 });
  await press(page, "About");
  await press(page, "Close");
  assert.equal(await page.evaluate(() => document.violations), 0);
});

/** What browsers keep from a page that came over plain http from another machine. */
const insecure = (page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, "isSecureContext", { value: false });
    Object.defineProperty(Navigator.prototype, "locks", { value: undefined });
    Object.defineProperty(Crypto.prototype, "randomUUID", { value: undefined });
  });

e2e(
  "over plain http the page says what it needs",
  async (page) => {
    await page
      .getByText("Millipawn needs an address that begins with https://")
      .waitFor();
    assert.equal(await page.getByRole("button").count(), 0);
  },
  { prepare: insecure },
);
