// The engine as a worker of its own that speaks UCI: a line a message, in both directions. Its file keeps its name
// (uci-worker.js), for pages elsewhere. A search keeps it until it ends; see ../embed/uci.ts for how to stop it.

import wasm from "../../wasm/millipawn_wasm_bg.wasm?url";
import { core } from "./core.ts";

/** The core compiled by whoever started the worker, who then need not wait for it to be fetched. */
export interface Start {
  module: WebAssembly.Module;
}

let engine: core.Uci | null = null;
/** Lines that came before the core was there. */
const early: string[] = [];

self.onmessage = ({ data }: MessageEvent<string | Start>) => {
  if (typeof data !== "string") start(data.module);
  else if (engine) handle(engine, data);
  else if (early.push(data) === 1) void fetchCore().then(start);
};

async function fetchCore(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(wasm, import.meta.url));
  if (!response.ok) throw new Error(`the engine's core could not be loaded (${response.status})`);
  return WebAssembly.compile(await response.arrayBuffer());
}

function start(module: WebAssembly.Module): void {
  if (engine) return;
  core.initSync({ module });
  engine = new core.Uci();
  for (const line of early.splice(0)) handle(engine, line);
}

/** What is thrown here reaches the page as the worker's error. A broken core would still answer, wrongly. */
function handle(engine: core.Uci, lines: string): void {
  try {
    for (const line of lines.split("\n")) {
      if (!engine.handle(line, say)) return self.close();
    }
  } catch (error) {
    self.onmessage = null;
    throw error;
  }
}

function say(line: string): void {
  self.postMessage(line);
}
