import { mount } from "../src/view/page.ts";
import { mockLaboratory, mockState, runMock } from "./mock-laboratory.ts";

const name = new URLSearchParams(location.search).get("state") ?? "empty";
const root = document.getElementById("page");
const state = mockState(name);
const laboratory = mockLaboratory(state);
if (root) mount(root, laboratory);
if (name === "live") runMock(state, () => laboratory.set("", ""));
