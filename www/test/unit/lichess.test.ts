import assert from "node:assert/strict";
import { test } from "node:test";
import { lichessAddress } from "../../src/lichess.ts";
import type { Play } from "../../src/model.ts";

const FEN = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

function at(sans: string[], more: Partial<Play> = {}): string | null {
  const history = sans.map((san) => ({ san }));
  const play = { position: { history }, shown: { fen: FEN }, start: null, side: "white", flipped: false };
  return lichessAddress({ ...play, ...more } as unknown as Play);
}

test("a game from the usual position is given whole, any other by the position on the board", () => {
  assert.equal(at(["e4", "e5", "Bb5+"]), "https://lichess.org/analysis/pgn/e4_e5_Bb5%2B");
  const position = "https://lichess.org/analysis/4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1";
  assert.equal(at(["O-O"], { start: FEN }), position);
  assert.equal(at([]), position);
  assert.equal(at(new Array(2000).fill("Nf3")), position, "too long for an address");
  assert.equal(at([], { side: "black" }), `${position}?color=black`);
  assert.equal(at([], { side: "black", flipped: true }), position);
  assert.equal(at([], { position: null }), null);
});
