// What a tab has open, and which workspace it has. The first tab has that of the last visit; a tab beside it has one of its own, also after a reload.

import { hold, leaveMark, type Release, willLeaveMark } from "./locks.ts";
import { lockOf, WORKSPACE_KEY } from "./names.ts";
import { WORKSPACE } from "./records.ts";
import type { Place, Workspace } from "./schema.ts";

/** That of a browser with one tab. */
export const FIRST = "first";

/** Enters a workspace that no other tab is in; answers its name. */
export async function enterWorkspace(): Promise<string> {
  willLeaveMark();
  const id = await freeWorkspace();
  await leaveMark(lockOf("workspace", id));
  return remember(id);
}

async function freeWorkspace(): Promise<string> {
  const mine = remembered();
  const isFree = async (id: string) => (await hold(lockOf("workspace", id))) !== null;
  if (mine && (await isFree(mine))) return mine;
  if (mine !== FIRST && (await isFree(FIRST))) return FIRST;
  const own = crypto.randomUUID();
  await isFree(own);
  return own;
}

function remembered(): string | null {
  try {
    return sessionStorage.getItem(WORKSPACE_KEY);
  } catch {
    return null;
  }
}

function remember(id: string): string {
  try {
    sessionStorage.setItem(WORKSPACE_KEY, id);
  } catch {
    // A browser that stores nothing at all says so elsewhere.
  }
  return id;
}

/** That of a tab beside the first, at the beginning of the keys of its records. */
const BESIDE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) /;

/** The workspaces beside the first that these keys belong to and no page is in. `locks`: those in use. */
export function closedWorkspaces(keys: string[], locks: ReadonlySet<string>): string[] {
  const ids = new Set(keys.flatMap((key) => BESIDE.exec(key)?.[1] ?? []));
  return [...ids].filter((id) => !locks.has(lockOf("workspace", id)));
}

export const NOTHING_OPEN: Workspace = { version: WORKSPACE.version, games: null, open: {}, running: [] };

/** The experiments that are open in this tab, and are its own while they are. */
export class OpenWorkspace {
  readonly #onChange: () => void;
  readonly #held = new Map<string, Release>();
  #record = NOTHING_OPEN;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get record(): Workspace {
    return this.#record;
  }

  restore(record: Workspace): void {
    this.#record = record;
  }

  /** The identity of the experiment that is open there; null: none. */
  openAt(place: Place): string | null {
    return this.#record.open[place] ?? null;
  }

  /** Whether it was running when the page was last there. */
  wasRunning(place: Place): boolean {
    return this.#record.running.includes(place);
  }

  /** Makes an experiment this tab's own; false when another tab has it. */
  async claim(id: string): Promise<boolean> {
    if (this.#held.has(id)) return true;
    const release = await hold(lockOf("experiment", id));
    if (release) this.#held.set(id, release);
    return release !== null;
  }

  /** Gives back what was claimed and is not open. */
  release(id: string): void {
    if (this.#isOpen(id)) return;
    this.#held.get(id)?.();
    this.#held.delete(id);
  }

  /** A new identity, which nobody else can have. */
  begin(place: Place): string {
    const id = crypto.randomUUID();
    this.setOpen(place, id);
    void this.claim(id);
    return id;
  }

  setOpen(place: Place, id: string | null): void {
    const { [place]: before, ...others } = this.#record.open;
    if (before === (id ?? undefined)) return;
    const running = this.#record.running.filter((other) => other !== place);
    const open = id === null ? others : { ...others, [place]: id };
    this.#change({ open, running });
    if (before !== undefined) this.release(before);
  }

  setRunning(place: Place, isRunning: boolean): void {
    if (this.wasRunning(place) === isRunning) return;
    const others = this.#record.running.filter((other) => other !== place);
    this.#change({ running: isRunning ? [...others, place] : others });
  }

  /** Takes other games into use, which are stored, or none. */
  useGames(games: string | null): void {
    if (games !== this.#record.games) this.#change({ games });
  }

  /** An experiment is there no more. */
  drop(id: string): void {
    for (const [place, open] of Object.entries(this.#record.open))
      if (open === id) this.setOpen(place as Place, null);
    this.release(id);
  }

  #isOpen(id: string): boolean {
    return Object.values(this.#record.open).includes(id);
  }

  #change(part: Partial<Workspace>): void {
    this.#record = { ...this.#record, ...part };
    this.#onChange();
  }
}
