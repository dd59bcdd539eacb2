// How much is stored of an experiment.

const OF_A_NUMBER = 8;

/** About how many bytes records take. Not by their JSON: writing megabytes of it would hold up the page. */
export function sizeOf(record: unknown): number {
  if (typeof record === "string") return record.length;
  if (typeof record !== "object" || record === null) return OF_A_NUMBER;
  const parts: unknown[] = Object.values(record);
  return parts.reduce<number>((sum, part) => sum + sizeOf(part), 0);
}
