import assert from "node:assert/strict";
import { test } from "node:test";
import type { Setting, SettingValue } from "../../src/model.ts";
import { type Bred, repeatCommand } from "../../src/repeat.ts";

function row(key: string, usual: SettingValue, sample_default = usual): Setting {
  return { key, default: usual, sample_default } as Setting;
}

const BRED: Bred = {
  kind: "imitation",
  system: "acpp",
  settings: { system: "acpp", population: 50, seed: 7, generations: 100, player: "", "minimum-elo": 0 },
  table: [
    row("system", "acpp"),
    row("population", 50),
    row("seed", 1991),
    row("generations", 100),
    row("player", ""),
    row("minimum-elo", 2400, 0),
  ],
  changes: [],
  generation: 12,
  isBuiltIn: true,
  files: [],
  programs: [],
};

test("only what is not as usual is said", () => {
  assert.equal(repeatCommand(BRED), "millipawn evolve --system acpp --generations 12 --seed 7");
});

test("on files of one's own the usual values are others", () => {
  const own = { ...BRED, isBuiltIn: false, files: ["it's mine.pgn", "b.pgn"] };
  assert.equal(
    repeatCommand(own),
    "millipawn evolve --system acpp --pgn 'it'\\''s mine.pgn' b.pgn --generations 12 --seed 7 --set minimum-elo=0",
  );
});

test("a file whose name begins with a dash is no option", () => {
  const own = { ...BRED, isBuiltIn: false, files: ["-x.pgn", "--help", "a-b.pgn"], table: [] };
  assert.equal(
    repeatCommand(own),
    "millipawn evolve --system acpp --pgn ./-x.pgn ./--help a-b.pgn --generations 12",
  );
});

test("what was changed on the way is said with its generation", () => {
  const change = { name: "mutation-probability", label: "Mutation probability", before: 0.001, value: 0.01 };
  const changes = [
    { ...change, generation: 4 },
    { ...change, generation: 9, before: 0.01, value: 1e-7 },
  ];
  assert.match(
    repeatCommand({ ...BRED, changes }),
    / --seed 7 --set-at 4:mutation-probability=0\.01 --set-at 9:mutation-probability=1e-7$/,
  );
});

test("texts are one word for a shell", () => {
  const one = { ...BRED, settings: { ...BRED.settings, player: "Tal, M $HOME" } };
  assert.match(repeatCommand(one), / --set 'player=Tal, M \$HOME'$/);
});

test("later stages begin with programs", () => {
  const programs = ["acpp.1.a", "acpp.1.b"];
  const of = (kind: Bred["kind"], more: Partial<Bred> = {}) =>
    repeatCommand({ ...BRED, kind, table: [], ...more });
  assert.equal(
    of("coevolution", { programs }),
    "millipawn coevolve --from acpp.1.a acpp.1.b --generations 12",
  );
  assert.equal(of("coevolution"), "millipawn coevolve --system acpp --generations 12");
  assert.equal(
    of("tuning", { programs: ["acpp.1.a"] }),
    "millipawn tune --program acpp.1.a --generations 12",
  );
  assert.equal(
    of("learning", { system: "meep", isBuiltIn: false, files: ["o.epd"] }),
    "millipawn learn --system meep --openings o.epd --generations 12",
  );
  assert.match(of("ordering", { system: "evochess" }), /--set fitness=ordering/);
});
