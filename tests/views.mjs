// Takes a picture of every view of the page, in every form, to be looked at: node tests/views.mjs FOLDER [--only WALK] [--form FORM], after
// `make build`. It fails where a view throws, complains, is cut off or scrolls sideways.

import { parseArgs } from "node:util";
import { driven } from "./e2e/browser.mjs";
import { serveSite } from "./e2e/site.mjs";
import { BOARD } from "./views/board.mjs";
import { BREEDING } from "./views/breeding.mjs";
import { SHARING } from "./views/sharing.mjs";
import { UNDERSTANDING } from "./views/understanding.mjs";
import { Visitor } from "./views/visitor.mjs";

const DESKTOP = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const TABLET = { viewport: { width: 820, height: 1180 }, isMobile: true, hasTouch: true };
const PROJECTOR = { viewport: { width: 1280, height: 720 } };

const FORMS = [
  { name: "desktop-light", screen: { ...DESKTOP, colorScheme: "light" }, isWide: true },
  { name: "desktop-dark", screen: { ...DESKTOP, colorScheme: "dark" }, isWide: true },
  { name: "phone-light", screen: { ...PHONE, colorScheme: "light" } },
  { name: "phone-dark", screen: { ...PHONE, colorScheme: "dark" } },
  { name: "tablet", screen: TABLET },
  { name: "projector", screen: PROJECTOR, isWide: true },
  { name: "forced-colours", screen: { ...DESKTOP, forcedColors: "active" }, isWide: true },
  { name: "zoom", screen: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 } },
  { name: "german", screen: DESKTOP, isWide: true, language: "de" },
  { name: "german-phone", screen: PHONE, language: "de" },
];

/** Ways through the page, each with the pictures that are taken on it. */
const WALKS = { ...BREEDING, ...UNDERSTANDING, ...BOARD, ...SHARING };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "" }, form: { type: "string", default: "" } },
});
const [folder] = positionals;
const forms = FORMS.filter(({ name }) => values.form === "" || name === values.form);
const walks = Object.entries(WALKS).filter(([name]) => name.includes(values.only));
if (!folder || forms.length === 0 || walks.length === 0) {
  const names = (all) => all.join(", ");
  console.error(`node tests/views.mjs FOLDER [--only WALK] [--form FORM]
walks: ${names(Object.keys(WALKS))}
forms: ${names(FORMS.map(({ name }) => name))}`);
  process.exit(2);
}

const [site, browser] = await Promise.all([serveSite(), driven.launch()]);
let taken = 0;
const faults = [];
try {
  for (const form of forms) for (const [walk, go] of walks) await looked(form, walk, go);
} finally {
  await browser.close();
  await driven.close();
  site.close();
}
for (const fault of faults) console.error(fault);
console.log(`${taken} pictures in ${folder}, ${faults.length} faults`);
if (faults.length > 0) process.exitCode = 1;

/** A walk that cannot be gone to its end is a fault; the others are gone. */
async function looked(form, walk, go) {
  const visitor = new Visitor({ browser, address: site.address, form, folder, walk });
  try {
    await go(visitor);
  } catch (error) {
    visitor.faults.push(`after ${visitor.taken} pictures: ${error.stack}`);
  }
  await visitor.leave();
  taken += visitor.taken;
  faults.push(...visitor.faults.map((fault) => `${form.name}, ${walk}: ${fault}`));
  console.log(`${form.name}, ${walk}: ${visitor.taken} pictures, ${visitor.faults.length} faults`);
}
