// How many workers run at once.

const MOST = 64;
/** Of a phone or a tablet, whose tabs have less memory: a worker of Falcon's may hold 200 MB (our choice). */
const MOST_HANDHELD = 4;

/** As many as a person asks for, within bounds. */
export function fitWorkers(workers: number): number {
  return Math.min(MOST, Math.max(1, Math.round(workers) || 1));
}

/**
 * Before anyone has chosen: all cores; on a phone or tablet half of them, since several of its cores are slow ones, and since it
 * gets hot and slows down when all work (our choice).
 */
export function usualWorkers(cores: number, isHandheld: boolean): number {
  return fitWorkers(isHandheld ? Math.min(MOST_HANDHELD, Math.floor(cores / 2)) : cores);
}

/** The same for this machine. A pointer that is a finger tells a phone or tablet. */
export function usualWorkersHere(): number {
  return usualWorkers(navigator.hardwareConcurrency, window.matchMedia("(pointer: coarse)").matches);
}
