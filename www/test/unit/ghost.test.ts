import assert from "node:assert/strict";
import { test } from "node:test";
import type { Changed, Settings, State } from "../../src/model.ts";
import { ghosts } from "../../src/view/ghost.ts";
import type { SamplePoint } from "../../src/view/sample-chart.ts";

const LABELS = { a: "Mutation probability", b: "Population", c: "Elite", d: "Scaling", e: "Seed" };
const SETTINGS = { system: "acpp", generations: 5, a: 0.001, b: 10, c: 1, d: 2, e: 3 };

function state(settings: Settings, changes: Changed[] = []): State {
  return {
    run: { settings: { ...SETTINGS, ...settings }, changes },
    games: { fingerprint: "games" },
    settings_table: Object.entries(LABELS).map(([key, label]) => ({ key, label })),
    systems: [],
  } as unknown as State;
}

/** Of as many generations. */
function points(count: number): SamplePoint[] {
  return Array.from({ length: count }, (_, generation) => ({ generation }) as SamplePoint);
}

function changed(generation: number, value: number): Changed {
  return { generation, name: "a", label: LABELS.a, before: 0.001, value };
}

test("the label names three settings, and how many more there are", () => {
  const ghost = ghosts();
  assert.equal(ghost(state({}), points(5)), null);
  assert.equal(ghost(state({ a: 0.1 }), [])?.label, "the run before: mutation probability 0.001");
  const far = { a: 0.1, b: 20, c: 2, d: 3, e: 4 };
  assert.equal(
    ghost(state(far), points(1))?.label,
    "the run before: mutation probability 0.001, population 10, elite 1 and 2 more",
  );
});

test("a run that is changed on the way is not its own ghost", () => {
  const ghost = ghosts();
  ghost(state({}), points(3));
  // Waiting for its generation, thought over, and done.
  assert.equal(ghost(state({}, [changed(3, 0.1)]), points(3)), null);
  assert.equal(ghost(state({}), points(3)), null);
  assert.equal(ghost(state({}, [changed(4, 0.1)]), points(6)), null);
});

test("the same settings with other changes on the way make a ghost", () => {
  const ghost = ghosts();
  ghost(state({}), points(3));
  ghost(state({}, [changed(3, 0.1)]), points(6));
  // The same once more, at first without the change.
  assert.equal(
    ghost(state({}), points(1))?.label,
    "the run before: mutation probability 0.1 from generation 3",
  );
  const other = ghost(state({}, [changed(2, 0.2)]), points(4));
  assert.equal(other?.label, "the run before: mutation probability 0.1 from generation 3");
  assert.equal(other?.points.length, 6);
});

test("a change that the run before did not have is told as such", () => {
  const ghost = ghosts();
  ghost(state({}), points(6));
  ghost(state({}), points(1));
  assert.equal(
    ghost(state({}, [changed(1, 0.1)]), points(3))?.label,
    "the run before: nothing changed on the way",
  );
});
