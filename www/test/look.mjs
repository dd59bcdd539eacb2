// Looks at the page: builds it with a mock laboratory, drives Chromium through its states and writes pictures.
//   node test/look.mjs FOLDER [STATE...]
// Also reports what axe finds, console errors, names that break the contract, and sideways scrolling.

import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { build, preview } from "vite";

const [folder = join(tmpdir(), "millipawn-look"), ...wanted] = process.argv.slice(2);
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SCREENS = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};
const STATES = {
  empty: null,
  importing: null,
  first: null,
  running: null,
  finished: null,
  table: { state: "finished", act: (page) => page.getByRole("button", { name: "Show as table" }).click() },
  link: null,
  reproduced: null,
  trouble: null,
  mated: null,
  analysis: null,
  watching: null,
  falcon: null,
  skips: { state: "running", act: (page) => page.getByRole("button", { name: /Why/ }).click() },
  about: { state: "empty", act: (page) => page.getByRole("button", { name: "About" }).click() },
  more: { state: "empty", act: (page) => page.getByText("More settings").click() },
  wrong: { state: "running", act: mistype },
  hover: { state: "running", act: hoverChart },
  promotion: { state: "promotion", act: promote },
};
const NAMES = [
  "System",
  "Choose PGN",
  "PGN files",
  "Use sample games",
  "Population",
  "Crossover probability",
  "Mutation probability",
  "Positions per generation",
  "Generations",
  "Seed",
  "Evolve",
  "Pause",
  "Step",
  "Reset",
  "Fitness by generation",
  "Show as table",
  "Genes",
  "Board",
  "Your move",
  "New game",
  "Copy link",
  "Workers",
];
const SHARED = { "Fitness by generation": 2 };

async function mistype(page) {
  await page.getByRole("spinbutton", { name: "Mutation probability" }).fill("7");
  await page.getByRole("spinbutton", { name: "Population" }).fill("");
  await page.getByRole("textbox", { name: "Your move" }).fill("e2e5");
  await page.keyboard.press("Enter");
}

async function hoverChart(page) {
  const box = await page.locator(".u-over").boundingBox();
  await page.mouse.move(box.x + box.width * 0.4, box.y + 60);
}

async function promote(page) {
  await page.getByRole("group", { name: "Board" }).scrollIntoViewIfNeeded();
  const box = await page.getByRole("group", { name: "Board" }).boundingBox();
  const square = (file, rank) => [
    box.x + ((file + 0.5) * box.width) / 8,
    box.y + ((8 - rank + 0.5) * box.height) / 8,
  ];
  await page.mouse.click(...square(4, 7));
  await page.mouse.click(...square(4, 8));
  await page.getByRole("dialog", { name: "Promote" }).waitFor();
}

/** The product's own page and policy, with the mock in place of the laboratory. */
async function serve() {
  const outDir = join(folder, "site");
  const swap = {
    name: "mock",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("/src/main.ts", "/test/mock-main.ts"),
    },
  };
  await build({ logLevel: "warn", plugins: [swap], build: { outDir, emptyOutDir: true } });
  return preview({ logLevel: "warn", build: { outDir }, preview: { port: 0 } });
}

async function misnamed(page) {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const quiet = new Set([
    "StaticText",
    "InlineTextBox",
    "LabelText",
    "MenuListOption",
    "option",
    "RootWebArea",
  ]);
  const named = nodes.filter(({ ignored, role, name }) => !ignored && name?.value && !quiet.has(role?.value));
  return NAMES.flatMap((contracted) => {
    const hits = named.filter(({ name }) => name.value.toLowerCase().includes(contracted.toLowerCase()));
    if (hits.length <= (SHARED[contracted] ?? 1)) return [];
    return [`${contracted}: ${hits.map(({ role, name }) => `${role.value} "${name.value}"`).join(", ")}`];
  });
}

async function examine(page) {
  await page.addScriptTag({ path: AXE }).catch(() => page.evaluate("0"));
  const { violations } = await page.evaluate(() => window.axe.run(document));
  const findings = violations.map(
    ({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target).join(" | ")}`,
  );
  const sideways = await page.evaluate(
    (width) => document.documentElement.scrollWidth - width,
    page.viewportSize().width,
  );
  if (sideways > 0) findings.push(`scrolls sideways by ${sideways}`);
  return [...findings, ...(await misnamed(page))];
}

async function look(browser, address, name, screen, scheme) {
  const context = await browser.newContext({ ...SCREENS[screen], colorScheme: scheme, bypassCSP: false });
  const page = await context.newPage();
  const findings = [];
  page.on("console", (message) => message.type() === "error" && findings.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => findings.push(`error: ${error.message}`));
  const { state = name, act } = STATES[name] ?? {};
  await page.goto(`${address}?state=${state}`);
  await page.waitForTimeout(150);
  await act?.(page);
  await page.waitForTimeout(350);
  await page.screenshot({
    path: join(folder, `${name}-${screen}-${scheme}.png`),
    fullPage: screen === "phone",
  });
  await context.close();
  if (screen === "desktop" || name === "finished")
    findings.push(...(await audit(browser, address, name, screen, scheme)));
  for (const finding of findings) console.log(`${name} ${screen} ${scheme}: ${finding}`);
}

/** axe is a script the page's policy would refuse: it runs in a second look, without the policy. */
async function audit(browser, address, name, screen, scheme) {
  const context = await browser.newContext({ ...SCREENS[screen], colorScheme: scheme, bypassCSP: true });
  const page = await context.newPage();
  const { state = name, act } = STATES[name] ?? {};
  await page.goto(`${address}?state=${state}`);
  await page.waitForTimeout(100);
  await act?.(page);
  await page.waitForTimeout(350);
  const findings = await examine(page);
  await context.close();
  return findings;
}

await mkdir(folder, { recursive: true });
const server = await serve();
const address = server.resolvedUrls.local[0];
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
for (const name of wanted.length > 0 ? wanted : Object.keys(STATES)) {
  for (const screen of Object.keys(SCREENS)) {
    for (const scheme of ["light", "dark"]) await look(browser, address, name, screen, scheme);
  }
}
await browser.close();
await server.close();
