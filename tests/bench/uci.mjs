// An engine asked by UCI, in a worker of a page or as a program of its own. A limit is what follows "go", as in "movetime 3000".

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** Starts it in a worker; it is kept for later searches. */
export function openWorker(page, address, type) {
  return page.evaluate(
    ([href, type]) => {
      const worker = new Worker(href, { type });
      window.search = (fen, limit) =>
        new Promise((resolve) => {
          let last = "";
          worker.onmessage = ({ data }) => {
            for (const line of String(data).split("\n")) {
              if (/^info .*\bnodes \d+/.test(line)) last = line;
              if (line.startsWith("bestmove")) resolve(last);
            }
          };
          for (const line of ["ucinewgame", `position fen ${fen}`, `go ${limit}`]) worker.postMessage(line);
        });
      worker.postMessage("uci");
    },
    [address.href, type],
  );
}

/** Searches a position in the worker of a page: the last line that tells nodes. */
export function search(page, fen, limit) {
  return page.evaluate(([fen, limit]) => window.search(fen, limit), [fen, limit]);
}

/** Searches a position by the command line: the last line that tells nodes. */
export function searchNatively(millipawn, fen, limit) {
  return new Promise((resolve, reject) => {
    const engine = spawn(millipawn, ["uci"], { stdio: ["pipe", "pipe", "inherit"] });
    let last;
    createInterface({ input: engine.stdout }).on("line", (line) => {
      if (/^info .*\bnodes \d+/.test(line)) last = line;
      if (line.startsWith("bestmove")) engine.stdin.end("quit\n");
    });
    engine.on("error", reject);
    engine.on("close", (code) => (code === 0 && last ? resolve(last) : reject(new Error(`${millipawn} uci ended with ${code}`))));
    engine.stdin.write(`position fen ${fen}\ngo ${limit}\n`);
  });
}

/** A number that such a line tells. */
export const number = (line, name) => Number(new RegExp(`\\b${name} (\\d+)`).exec(line)?.[1]);
