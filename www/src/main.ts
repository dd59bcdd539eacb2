import { Laboratory } from "./laboratory/laboratory.ts";
import { mount } from "./view/page.ts";

const root = document.getElementById("page");
if (!root) throw new Error("the page has no place to draw in");
const laboratory = new Laboratory();
mount(root, laboratory);
await laboratory.start();
