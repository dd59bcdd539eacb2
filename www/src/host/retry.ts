// A worker that ended is replaced and its work done again, but not for ever.

import { WorkerEnded } from "./line.ts";

/** Workers that may be lost over one piece of work. */
export const ATTEMPTS = 3;

/** Runs the work again with a fresh worker when the one that had it ended. */
export async function withReplacements<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorkerEnded)) throw error;
      if (attempt === ATTEMPTS)
        throw new WorkerEnded(`${ATTEMPTS} workers in turn ended over it: ${error.message}`);
    }
  }
}
