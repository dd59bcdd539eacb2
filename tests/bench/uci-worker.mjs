// An engine in a worker of a page, asked by UCI.

/** Starts it; it is kept for later searches. */
export function openWorker(page, address, type) {
  return page.evaluate(
    ([href, type]) => {
      const worker = new Worker(href, { type });
      window.search = (fen, ms) =>
        new Promise((resolve) => {
          let last = "";
          worker.onmessage = ({ data }) => {
            for (const line of String(data).split("\n")) {
              if (/^info .*\bnodes \d+/.test(line)) last = line;
              if (line.startsWith("bestmove")) resolve(last);
            }
          };
          for (const line of ["ucinewgame", `position fen ${fen}`, `go movetime ${ms}`]) worker.postMessage(line);
        });
      worker.postMessage("uci");
    },
    [address.href, type],
  );
}

/** Searches a position for so many milliseconds: the last line that tells nodes. */
export function search(page, fen, ms) {
  return page.evaluate(([fen, ms]) => window.search(fen, ms), [fen, ms]);
}

/** A number that such a line tells. */
export const number = (line, name) => Number(new RegExp(`\\b${name} (\\d+)`).exec(line)?.[1]);
