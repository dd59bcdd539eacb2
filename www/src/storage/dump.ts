// All that is stored as one text, so that a person can take it away: every store, key and value. What JSON has no form for is
// marked with `$`.

import type { Database } from "./database.ts";
import { STORES } from "./schema.ts";

export async function everything(database: Database): Promise<Blob> {
  const stores = [];
  for (const name of STORES) {
    const [keys, values] = await Promise.all([database.getAllKeys(name), database.getAll(name)]);
    const entries = await Promise.all(keys.map(async (key, at) => [key, await plain(values[at])]));
    stores.push({ name, keyPath: null, autoIncrement: false, entries });
  }
  const text = JSON.stringify({ name: database.name, version: database.version, stores }, null, 1);
  return new Blob([text], { type: "application/json" });
}

async function plain(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return { $blob: await base64(value), type: value.type };
  if (value instanceof ArrayBuffer) return { $buffer: await base64(new Blob([value])) };
  return value;
}

export async function base64(blob: Blob): Promise<string> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  return address.slice(address.indexOf(",") + 1);
}
