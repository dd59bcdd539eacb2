import assert from "node:assert/strict";
import { test } from "node:test";

// Node.js has no page, and no locks: then everybody is alone.
Object.assign(globalThis, { document: { baseURI: "http://localhost/play/" } });
Object.defineProperty(globalThis, "navigator", { value: { hardwareConcurrency: 1 }, configurable: true });
const { closedWorkspaces, OpenWorkspace } = await import("../../src/storage/workspace.ts");
const { lockOf } = await import("../../src/storage/names.ts");

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

test("the workspaces of closed tabs are those beside the first that no page holds or waits for", () => {
  const [closed, open] = [crypto.randomUUID(), crypto.randomUUID()];
  const keys = ["habits", "results", "first open", "first stages falcon", crypto.randomUUID()];
  for (const id of [closed, open]) keys.push(`${id} open`, `${id} settings`, `${id} falcon coevolution`);
  const locks = new Set([lockOf("workspace", open), lockOf("experiment", closed)]);
  assert.deepEqual(closedWorkspaces(keys, locks), [closed]);
});
