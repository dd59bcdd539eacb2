// Starts workers. Each is a blob that holds the whole script: so it inherits the page's content policy, which a worker started
// from an address would not, and can be started when the site has been replaced or the network is gone.

import wasm from "../../wasm/millipawn_wasm_bg.wasm?url";
import coordinator from "../worker/coordinator.ts?worker&url";
import importer from "../worker/importer.ts?worker&url";
import player from "../worker/player.ts?worker&url";
import type { Start } from "../worker/protocol.ts";
import scorer from "../worker/scorer.ts?worker&url";
import { trustedScript } from "./trusted.ts";

const SCRIPTS = { coordinator, importer, player, scorer };
export type Role = keyof typeof SCRIPTS;

/** All that workers are started from: fetched once, so that the last one is of the same build as the first. */
export interface Kit {
  module: WebAssembly.Module;
  /** Where each role's script is. */
  scripts: Record<Role, string>;
}

let kit: Promise<Kit> | null = null;

/** The kit of all workers; after a failure the next to ask tries again. */
export function fetchKit(): Promise<Kit> {
  kit ??= assemble().catch((error: unknown) => {
    kit = null;
    throw error;
  });
  return kit;
}

async function assemble(): Promise<Kit> {
  const roles = Object.entries(SCRIPTS) as [Role, string][];
  const [module, ...scripts] = await Promise.all([compile(), ...roles.map(([, path]) => fetched(path))]);
  const address = ([role]: [Role, string], at: number) => {
    const blob = new Blob([scripts[at] ?? new ArrayBuffer()], { type: "text/javascript" });
    return [role, URL.createObjectURL(blob)];
  };
  return { module, scripts: Object.fromEntries(roles.map(address)) as Record<Role, string> };
}

/** Not compileStreaming: a plain static host may not know the media type it insists on. */
async function compile(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await fetched(wasm));
}

async function fetched(path: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(path, document.baseURI));
  if (response.ok) return response.arrayBuffer();
  throw new Error(`a part of the program is not there any more (${response.status}): the page was updated`);
}

export interface Spawned {
  worker: Worker;
  /** The lock the worker holds while it lives. */
  life: string;
}

export function spawn(role: Role, { module, scripts }: Kit): Spawned {
  const worker = new Worker(trustedScript(scripts[role]), { type: "module", name: role });
  const life = `millipawn-${role}-${crypto.randomUUID()}`;
  worker.postMessage({ kind: "start", module, life } satisfies Start);
  return { worker, life };
}
