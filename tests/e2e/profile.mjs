// What a browser keeps for the page, taken out and put into a fresh profile: every store, key and value with its type. Only the
// browser's own interface is used, so that it works in any browser and with any build of the page.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** An empty page on the host of the real one, to be at home there before it is. */
const QUIET_PLACE = "nothing-yet.html";

/** What the page stores in. */
export const DATABASE = "millipawn /play/";

/** A profile that `tests/fixtures` has. */
export async function profileOf(name) {
  const path = fileURLToPath(new URL(`../fixtures/${name}.json`, import.meta.url));
  return JSON.parse(await readFile(path, "utf8"));
}

/** All that a database has: `{ name, version, stores: [{ name, entries: [[key, value]] }] }`; null when there is none. */
export function dump(page, name) {
  return page.evaluate(async (name) => {
    const answer = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const base64 = async (blob) => {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = "";
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);
    };
    const typed = async (value) => {
      if (value instanceof Blob) return { $blob: await base64(value), type: value.type };
      if (value instanceof ArrayBuffer) return { $buffer: await base64(new Blob([value])) };
      if (ArrayBuffer.isView(value))
        return { $view: value.constructor.name, bytes: await base64(new Blob([value])) };
      if (value instanceof Date) return { $date: value.getTime() };
      if (Array.isArray(value)) return Promise.all(value.map(typed));
      if (value === undefined || (typeof value === "number" && !Number.isFinite(value)))
        return { $special: String(value) };
      if (typeof value !== "object" || value === null) return value;
      const pairs = Object.entries(value).map(async ([key, one]) => [key, await typed(one)]);
      return Object.fromEntries(await Promise.all(pairs));
    };
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return null;
    const database = await answer(indexedDB.open(name));
    const stores = [];
    for (const store of database.objectStoreNames) {
      const read = () => database.transaction(store).objectStore(store);
      const [keys, values] = [await answer(read().getAllKeys()), await answer(read().getAll())];
      const entries = await Promise.all(keys.map(async (key, at) => [key, await typed(values[at])]));
      const { keyPath, autoIncrement } = read();
      stores.push({ name: store, keyPath, autoIncrement, entries });
    }
    const { version } = database;
    database.close();
    return { name, version, stores };
  }, name);
}

/** Whether a run is stored as far as this generation. */
export async function isStored(page, generation) {
  const { stores } = await dump(page, DATABASE);
  const { entries } = stores.find(({ name }) => name === "experiments");
  return entries.some(([, run]) => run.generation === generation);
}

/** Waits for that: what the page shows is written a little later, and a reload does not wait for it. */
export async function stored(page, generation) {
  while (!(await isStored(page, generation))) await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Makes the database as it was, before the page is opened. */
export async function restore(page, address, profile) {
  const body = '<!doctype html><link rel="icon" href="data:," />';
  await page.route(address + QUIET_PLACE, (route) => route.fulfill({ contentType: "text/html", body }));
  await page.goto(address + QUIET_PLACE);
  await page.evaluate(async ({ name, version, stores }) => {
    const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const plain = (value) => {
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value)) return value.map(plain);
      if ("$blob" in value) return new Blob([bytesOf(value.$blob)], { type: value.type });
      if ("$buffer" in value) return bytesOf(value.$buffer).buffer;
      if ("$view" in value) return new globalThis[value.$view](bytesOf(value.bytes).buffer);
      if ("$date" in value) return new Date(value.$date);
      if ("$special" in value) return value.$special === "undefined" ? undefined : Number(value.$special);
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
    };
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = () => {
        for (const { name: store, keyPath, autoIncrement } of stores)
          request.result.createObjectStore(store, { keyPath, autoIncrement });
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error("the database is in use"));
    });
    const names = stores.map(({ name: store }) => store);
    if (names.length > 0)
      await new Promise((resolve, reject) => {
        const transaction = database.transaction(names, "readwrite");
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
        for (const { name: store, keyPath, entries } of stores)
          for (const [key, value] of entries) {
            const target = transaction.objectStore(store);
            if (keyPath === null) target.put(plain(value), key);
            else target.put(plain(value));
          }
      });
    database.close();
  }, profile);
}
