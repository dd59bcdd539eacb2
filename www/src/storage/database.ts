// Opens the database, and tells why it cannot be opened or is there no more.

import { type IDBPDatabase, openDB } from "idb";
import { DATABASE } from "./names.ts";
import { DATABASE_VERSION, type Schema, STORES } from "./schema.ts";

export type Database = IDBPDatabase<Schema>;

/** An opening that takes longer waits for another tab that does not let go. */
const PATIENCE_MS = 5_000;
/** How often a lost one is opened again, and how long it takes at first to try once more. */
const ATTEMPTS = 5;
const BETWEEN_MS = 100;

export interface Opened {
  database: Database;
  /** It was not there before. */
  isNew: boolean;
}

export interface DatabaseListener {
  /** A newer version of the page wants it: it is closed. */
  onNewer(): void;
  /** It is gone: the browser or the person deleted it. */
  onLost(): void;
}

/** Why there is no database, in words that end a sentence. */
export class NoDatabase extends Error {}

/** Rejects with `NoDatabase`. */
export async function openDatabase(listener: DatabaseListener): Promise<Opened> {
  let isNew = false;
  let isLate = false;
  let blocked = (_: NoDatabase) => {};
  const refused = new Promise<never>((_, reject) => (blocked = reject));
  const opening = openDB<Schema>(DATABASE, DATABASE_VERSION, {
    upgrade(database, oldVersion) {
      isNew = oldVersion === 0;
      for (const store of STORES)
        if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
    },
    blocked: () => blocked(BLOCKED),
    blocking(_, newVersion, event) {
      (event.target as IDBDatabase).close();
      if (newVersion === null) listener.onLost();
      else listener.onNewer();
    },
    terminated: () => listener.onLost(),
  });
  const timer = setTimeout(() => blocked(BLOCKED), PATIENCE_MS);
  // Nobody waits any more for one that opens late.
  opening.then((database) => isLate && database.close()).catch(() => {});
  try {
    return { database: await Promise.race([opening, refused]), isNew };
  } catch (error) {
    isLate = true;
    throw error instanceof NoDatabase ? error : new NoDatabase(refusal(error));
  } finally {
    clearTimeout(timer);
  }
}

/** After it was lost: the browser may still be busy deleting it, and tells nobody when it has done so. */
export async function openAgain(listener: DatabaseListener): Promise<Opened> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await openDatabase(listener);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * BETWEEN_MS));
    }
  }
}

const BLOCKED = new NoDatabase(
  "another tab with an older version of it holds what is stored: close that tab and reload this one",
);

function refusal(error: unknown): string {
  if (error instanceof DOMException && error.name === "VersionError")
    return "what is stored was written by a newer version of it, and stays as it is: reload to get that version";
  return `the browser does not open it: ${reasonOf(error)}`;
}

export function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === "QuotaExceededError") return "its storage is full";
  return (error instanceof Error ? error.message || error.name : String(error)).replace(/\.$/, "");
}
