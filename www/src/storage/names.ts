// What this deployment calls its things in the browser: two on one host, in different folders, share nothing.

const HERE = new URL(".", document.baseURI).pathname;

export const DATABASE = `millipawn ${HERE}`;

/** The lock of whoever has this open. */
export function lockOf(what: "workspace" | "experiment", id: string): string {
  return `${DATABASE} ${what} ${id}`;
}

/** Where a tab remembers its workspace. */
export const WORKSPACE_KEY = `${DATABASE} workspace`;

/** Where a page that is left tells its successor in the tab who held the locks. */
export const LEFT_KEY = `${DATABASE} left`;

/** Where is written that nobody has bred or brought anything here yet: read before the database can be. */
export const NEW_KEY = `${DATABASE} is new`;

/** Where is written that something was stored: outside the database, which the browser may delete. */
export const MARKER_KEY = `${DATABASE} has stored`;
