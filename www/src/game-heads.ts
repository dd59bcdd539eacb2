// Who played the game that is analysed, how it ended, where and when: what its tags say.

import type { Play, Tag } from "./model.ts";

/** Both are empty where nobody knows. */
export function headsOf({ mode, tags }: Pick<Play, "mode" | "tags">): { players: string; occasion: string } {
  const known = mode === "analyse" ? (tags ?? []) : [];
  const [white, black] = [valueOf(known, "White"), valueOf(known, "Black")];
  if (white === "" && black === "") return { players: "", occasion: "" };
  const result = valueOf(known, "Result").replace(/^\*$/, "");
  const players = [`${white || "?"} \u2013 ${black || "?"}`, result].filter(Boolean).join(", ");
  // Of "1851.??.??" the year is known.
  const date = valueOf(known, "Date").replace(/(\.\?+)+$/, "");
  return { players, occasion: [valueOf(known, "Event"), date].filter(Boolean).join(", ") };
}

function valueOf(tags: readonly Tag[], name: string): string {
  const value = tags.find(([known]) => known === name)?.[1] ?? "";
  return /^[?.\s-]*$/.test(value) ? "" : value;
}
