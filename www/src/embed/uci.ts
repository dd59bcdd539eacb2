// For pages elsewhere: the engine as an object that takes and gives lines of UCI. Its file keeps its name (uci.js).
//
// A worker that searches hears nothing, so its host does the listening: `stop` is answered from the last line reported, and
// the next worker takes over from the compiled core, with the same options and position and an empty table.

import wasm from "../../wasm/millipawn_wasm_bg.wasm?url";
import { trustedScript } from "../host/trusted.ts";
import type { Start } from "../worker/uci.ts";
import { SetUp } from "./set-up.ts";

interface Search {
  /** The line that asked for it. */
  go: string;
  /** The last line about the best move. */
  info: string | null;
  /** `stop` came before there was anything to answer. */
  stopping: boolean;
}

/** Where this file lies, and the worker's beside it. */
const HERE = import.meta.url;
/** Workers that may break in a row before any says something of its own. */
const ATTEMPTS = 3;
/** Questions, each with the line that ends its answer. */
const ANSWERS = new Map([
  ["uci", "uciok"],
  ["isready", "readyok"],
]);

export class UciEngine {
  /** Called with every line the engine says. */
  onLine: (line: string) => void = () => {};
  readonly #module: WebAssembly.Module;
  /** None once the engine has ended. */
  #worker: Worker | null;
  #search: Search | null = null;
  /** What the next worker must be told. */
  readonly #setUp = new SetUp();
  /** Questions without an answer so far, which the next worker must be asked again. */
  readonly #asked: string[] = [];
  /** Said during a search, for after it. */
  #later: string[] = [];
  /** The worker reads what the one before it was told, and what it says of that was said before. */
  #isCatchingUp = false;
  /** Workers that broke since one said something of its own. */
  #broke = 0;

  /** Fetches the core and starts the engine. */
  static async start(): Promise<UciEngine> {
    const response = await fetch(new URL(wasm, HERE));
    if (!response.ok) throw new Error(`the engine's core could not be loaded (${response.status})`);
    return new UciEngine(await WebAssembly.compile(await response.arrayBuffer()));
  }

  private constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#worker = this.#hire();
  }

  /** Says one line to the engine. */
  send(line: string): void {
    const [command = ""] = line.trim().split(/\s+/);
    if (command === "quit") this.close();
    else if (!this.#worker) this.onLine("info string the engine has ended");
    else if (this.#search) this.#interrupt(this.#search, command, line);
    else this.#say(command, line);
  }

  /** Ends the engine. */
  close(): void {
    this.#dismiss();
    this.#search = null;
    this.#later = [];
  }

  #dismiss(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  #say(command: string, line: string): void {
    if (command === "setoption" || command === "position") this.#setUp.say(line);
    if (ANSWERS.has(command)) this.#asked.push(command);
    if (command === "go") this.#search = { go: line, info: null, stopping: false };
    this.#worker?.postMessage(line);
  }

  #interrupt(search: Search, command: string, line: string): void {
    switch (command) {
      case "isready":
        return this.onLine("readyok");
      case "stop":
        return this.#stop(search);
      case "ponderhit":
        return this.#restart(search);
      case "go":
      case "ucinewgame":
        this.#later.push(line);
        return this.#stop(search);
      default:
        this.#later.push(line);
    }
  }

  #stop(search: Search): void {
    search.stopping = true;
    if (search.info === null) return;
    this.#replace();
    this.#conclude(bestMove(search.info));
  }

  /** The move expected was played: the same search once more, with the clock running. */
  #restart(search: Search): void {
    const go = search.go.replace(/\bponder\b/, " ");
    if (go === search.go) return;
    this.#replace();
    this.#say("go", go);
  }

  #conclude(best: string): void {
    this.#search = null;
    this.onLine(best);
    for (const line of this.#later.splice(0)) this.send(line);
  }

  #hear(line: string): void {
    if (this.#isCatchingUp) {
      this.#isCatchingUp = line !== "readyok";
      return;
    }
    this.#broke = 0;
    this.#setUp.hear(line);
    const answered = this.#asked.findIndex((question) => ANSWERS.get(question) === line);
    if (answered >= 0) this.#asked.splice(answered, 1);
    const search = this.#search;
    if (search && line.startsWith("bestmove")) return this.#conclude(line);
    this.onLine(line);
    // Whoever hears the line may have stopped the search, or ended the engine.
    if (!search || search !== this.#search || !/^info depth .* multipv 1 /.test(line)) return;
    search.info = line;
    if (search.stopping) this.#stop(search);
  }

  /** A worker that breaks is replaced, unless none can be started; what it had found is its answer. */
  #broken(reason: string): void {
    this.#broke += 1;
    const ends = this.#broke >= ATTEMPTS;
    const what = ends ? "ended, since it cannot be started" : "broke and was started again";
    if (ends) this.#dismiss();
    this.onLine(`info string the engine ${what}: ${reason}`);
    this.#replace();
    if (this.#search) this.#conclude(bestMove(this.#search.info ?? ""));
  }

  /** Nothing takes the place of an engine that has ended. */
  #replace(): void {
    if (!this.#worker) return;
    this.#worker.terminate();
    this.#worker = this.#hire();
    this.#isCatchingUp = true;
    for (const line of [...this.#setUp.lines, "isready", ...this.#asked]) this.#worker.postMessage(line);
  }

  /** From a blob, so that the worker obeys the content policy of the page, and may come from another host. */
  #hire(): Worker {
    const script = new URL("uci-worker.js", HERE).href;
    const blob = new Blob([`import ${JSON.stringify(script)};`], { type: "text/javascript" });
    const address = URL.createObjectURL(blob);
    const worker = new Worker(trustedScript(address), { type: "module", name: "uci" });
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      // It has read its script, or it would say nothing.
      URL.revokeObjectURL(address);
      if (worker === this.#worker) this.#hear(data);
    };
    worker.onerror = ({ message }) => {
      URL.revokeObjectURL(address);
      if (worker === this.#worker) this.#broken(message || "its script could not be loaded");
    };
    worker.postMessage({ module: this.#module } satisfies Start);
    return worker;
  }
}

/** The `bestmove` line that follows from an `info` line. */
function bestMove(info: string): string {
  const [best, answer] = / pv (.+)$/.exec(info)?.[1]?.split(" ") ?? [];
  if (best === undefined) return "bestmove 0000";
  return answer === undefined ? `bestmove ${best}` : `bestmove ${best} ponder ${answer}`;
}
