// The history of a run as a table and as JSON, for other programs.

import type { Changed, RunRecord, Settings } from "./model.ts";

/** A line a generation, a column a number; what was changed from a generation on stands in its line, as `--set-at` takes it. */
export function historyCsv(changes: readonly Changed[], records: readonly RunRecord[]): string {
  const changed = (at: number) => changes.filter(({ generation }) => generation === at);
  const inLine = (at: number) => changed(at).map(({ name, value }) => `${name}=${value}`);
  return csvOf(
    records.map((record) => ({ ...record, changed: inLine(record.generation).join(" ") || null })),
  );
}

/** What is within something has its name with a full stop. */
export function csvOf(records: readonly object[]): string {
  const rows = records.map((record) => flat(record));
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = rows.map((row) => columns.map((column) => cell(row.get(column))).join(","));
  return `${[columns.map(cell).join(","), ...lines].join("\r\n")}\r\n`;
}

/** `changes`: settings that had other values from a generation on. */
export function historyJson(
  kind: string,
  settings: Settings | null,
  changes: readonly Changed[],
  records: readonly RunRecord[],
): string {
  const history = { format: "millipawn history", version: 1, kind, settings, changes, records };
  return `${JSON.stringify(history, null, 1)}\n`;
}

type Value = string | number | boolean;

function flat(value: object, before = ""): Map<string, Value> {
  const parts = Object.entries(value).flatMap(([name, part]: [string, unknown]): [string, Value][] => {
    const path = `${before}${name}`;
    if (part === null) return [];
    if (typeof part === "object") return [...flat(part, `${path}.`)];
    return [[path, part as Value]];
  });
  return new Map(parts);
}

function cell(value: Value | undefined): string {
  const text = value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
