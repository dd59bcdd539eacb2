import assert from "node:assert/strict";
import { test } from "node:test";

// Node.js has no page, and no locks: then everybody is alone.
Object.assign(globalThis, { document: { baseURI: "http://localhost/play/" } });
Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 1 }, configurable: true });
const { OpenWorkspace } = await import("../../src/storage/workspace.ts");

test("a place has one experiment open, and what took its place does not run by itself", () => {
  const stored: unknown[] = [];
  const workspace = new OpenWorkspace(() => stored.push(workspace.record));
  const first = workspace.begin("run");
  workspace.setRunning("run", true);
  assert.equal(workspace.wasRunning("run"), true);
  const second = workspace.begin("run");
  assert.notEqual(first, second);
  assert.equal(workspace.openAt("run"), second);
  assert.equal(workspace.wasRunning("run"), false);
  workspace.drop(second);
  assert.equal(workspace.openAt("run"), null);
  assert.deepEqual(stored.at(-1), { version: 1, games: null, open: {}, running: [] });
});
