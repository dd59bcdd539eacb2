// Starts workers. Each begins as a blob that imports the real script: so it inherits the page's content policy, which a
// worker started from an address would not.

import wasm from "../../wasm/millipawn_wasm_bg.wasm?url";
import coordinator from "../worker/coordinator.ts?worker&url";
import importer from "../worker/importer.ts?worker&url";
import player from "../worker/player.ts?worker&url";
import type { Start } from "../worker/protocol.ts";
import scorer from "../worker/scorer.ts?worker&url";
import { trustedScript } from "./trusted.ts";

const SCRIPTS = { coordinator, importer, player, scorer };
export type Role = keyof typeof SCRIPTS;

let compiled: Promise<WebAssembly.Module> | null = null;

/** The core, compiled once for all workers; after a failure the next to ask tries again. */
export function compileCore(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

/** Not compileStreaming: a plain static host may not know the media type it insists on. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(absolute(wasm));
  if (!response.ok) throw new Error(`the program's core could not be loaded (${response.status})`);
  return WebAssembly.compile(await response.arrayBuffer());
}

export interface Spawned {
  worker: Worker;
  /** The lock the worker holds while it lives. */
  life: string;
}

export function spawn(role: Role, module: WebAssembly.Module): Spawned {
  const bootstrap = new Blob([`import ${JSON.stringify(absolute(SCRIPTS[role]))};`], {
    type: "text/javascript",
  });
  const address = URL.createObjectURL(bootstrap);
  const worker = new Worker(trustedScript(address), { type: "module", name: role });
  worker.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
  const life = `millipawn-${role}-${crypto.randomUUID()}`;
  worker.postMessage({ kind: "start", module, life } satisfies Start);
  return { worker, life };
}

function absolute(address: string): string {
  return new URL(address, document.baseURI).href;
}
