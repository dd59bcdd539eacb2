// Whether the games in use were read with the filters that are chosen, as the state says it: for the laboratory, which reads
// them again, and the views, which say so.

import { systemOf } from "./laboratory/systems.ts";
import type { Setting, State } from "./model.ts";

/** The filters chosen that are not those the games were read with. Of games stored by an early version only the system is known. */
export function changedFilters({
  systems,
  settings_table,
  settings,
  read_with,
}: Pick<State, "systems" | "settings_table" | "settings" | "read_with">): Setting[] {
  if (!read_with) return [];
  const filters = settings_table.filter(({ group }) => group === "games");
  if (!filters.some(({ key }) => read_with[key] !== undefined))
    return systemOf(systems, read_with) === systemOf(systems, settings) ? [] : filters;
  return filters.filter(({ key }) => read_with[key] !== undefined && read_with[key] !== settings[key]);
}

/** "minimum Elo, player" */
export function named(filters: Setting[]): string {
  return filters.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1)).join(", ");
}
