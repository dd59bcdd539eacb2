// Staunton, the hand-set program, as the adviser of whoever is to win a whole game.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { COMMAND } from "./command.mjs";

export function advise() {
  const engine = spawn(COMMAND, ["uci"]);
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  return {
    /** The move that it would make in a position, as UCI names that: "startpos moves e2e4", "fen 4k3/8/…". */
    async ask(position) {
      engine.stdin.write(`position ${position}\ngo depth 4\n`);
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error("the adviser is gone");
        const best = /^bestmove (\S+)/.exec(value)?.[1];
        if (best) return best;
      }
    },
    dismiss: () => engine.kill(),
  };
}
