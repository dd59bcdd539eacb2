// What is stored is worth keeping: browsers delete what they are not asked to keep when the disk fills.

let hasAsked = false;

/** Asks the browser, once, not to delete what is stored to make room: when there is something to lose. It may ask the person. */
export async function askToKeep(): Promise<void> {
  if (hasAsked || !navigator.storage?.persist) return;
  hasAsked = true;
  if (!(await navigator.storage.persisted())) await navigator.storage.persist();
}
