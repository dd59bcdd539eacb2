// The vocabulary of the page: plain data that workers send, the laboratory keeps and the views draw.
// Field names that cross from Rust are snake_case, as serde writes them.

export type * from "./model/settings.ts";
export type * from "./model/systems.ts";
export type * from "./model/genes.ts";
export type * from "./model/games.ts";
export type * from "./model/records.ts";
export type * from "./model/run.ts";
export type * from "./model/stages.ts";
export type * from "./model/plays-like-me.ts";
export type * from "./model/exchange.ts";
export type * from "./model/links.ts";
export type * from "./model/one-search.ts";
export type * from "./model/clock.ts";
export type * from "./model/play.ts";
export type * from "./model/results.ts";
export type * from "./model/arena.ts";
export type * from "./model/strength.ts";
export type * from "./model/state.ts";
