// How programs travel from deme to deme, whoever carries them. What arrives is only text: the run that takes it in checks it and measures it again.

/** A program on its way. */
export interface Pollen {
  /** As text. */
  program: string;
  /** The name of the deme that it comes from. */
  from: string;
  /** That it was bred in. */
  generation: number;
}

/** Carries programs between demes until it is closed. */
export interface Pollinator {
  send(pollen: Pollen): void;
  close(): void;
}

export type Pollination = (channel: string, onPollen: (pollen: Pollen) => void) => Pollinator;

/** No program is longer. */
const LONGEST = 4_000;

/** Between the tabs of one browser. */
export const betweenTabs: Pollination = (name, onPollen) => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const pollen = read(data);
    if (pollen) onPollen(pollen);
  };
  return {
    send: (pollen) => channel.postMessage(pollen),
    close: () => channel.close(),
  };
};

/** Null of what is no pollen: other versions of the page may be open too. */
export function read(data: unknown): Pollen | null {
  if (typeof data !== "object" || data === null) return null;
  const { program, from, generation } = data as Record<string, unknown>;
  const isProgram = typeof program === "string" && program.length <= LONGEST;
  const isFrom = typeof from === "string" && from.length <= 40;
  if (!isProgram || !isFrom || !Number.isSafeInteger(generation)) return null;
  return { program, from, generation: generation as number };
}
