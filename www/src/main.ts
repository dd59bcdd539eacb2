import { Laboratory } from "./laboratory/laboratory.ts";
import { mount } from "./view/page.ts";

const root = document.getElementById("page");
if (!root) throw new Error("the page has no place to draw in");
if (isSecureContext) {
  const laboratory = new Laboratory();
  mount(root, laboratory);
  await laboratory.start();
} else {
  // Without the locks that browsers refuse here, two tabs would write over each other.
  const told = document.createElement("p");
  told.textContent = "Millipawn needs an address that begins with https:// (or http://localhost).";
  root.replaceChildren(told);
}
