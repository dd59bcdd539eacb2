import assert from "node:assert/strict";
import { test } from "node:test";
import { PATIENCE, Pool } from "../../src/worker/pool.ts";

const bytes = new Uint8Array([1]);

function poolWith(workers: number, tasks: number): Pool {
  const pool = new Pool();
  for (let worker = 1; worker <= workers; worker += 1) pool.hire(worker);
  for (let task = 0; task < tasks; task += 1) pool.add(bytes, task);
  return pool;
}

function given(pool: Pool): [number, number][] {
  return pool.assign().map(({ worker, task }) => [worker, task.id]);
}

test("gives everybody one task before anybody a second", () => {
  assert.deepEqual(given(poolWith(2, 3)), [
    [1, 1],
    [2, 2],
    [1, 3],
  ]);
});

test("asks 32 tasks a worker ahead", () => {
  const pool = poolWith(2, 63);
  assert.equal(pool.hasRoom, true);
  pool.add(bytes, 63);
  assert.equal(pool.hasRoom, false);
  pool.assign();
  assert.equal(pool.hasRoom, true);
});

test("gives a task to the worker that did its like, and to another when that has no other", () => {
  const pool = poolWith(2, 6);
  assert.deepEqual(given(pool), [
    [1, 1],
    [2, 2],
    [1, 3],
    [2, 4],
  ]);
  for (const [worker, task] of [
    [1, 1],
    [2, 2],
    [1, 3],
    [2, 4],
  ] as const) {
    pool.settle(worker, task);
  }
  assert.deepEqual(given(pool), [
    [1, 5],
    [2, 6],
  ]);
  for (const place of [3, 1, 2, 0, 4]) pool.add(bytes, place);
  // 7 to 11: places 1 and 3 are the second worker's, the others the first's.
  assert.deepEqual(given(pool), [
    [1, 9],
    [2, 7],
  ]);
  pool.settle(2, 6);
  pool.settle(2, 7);
  assert.deepEqual(given(pool), [
    [2, 8],
    [2, 11],
  ]);
});

test("gives what a lost worker did to anybody", () => {
  const pool = poolWith(2, 2);
  pool.assign();
  pool.settle(1, 1);
  pool.lose(1);
  pool.add(bytes, 0);
  assert.deepEqual(given(pool), [[2, 3]]);
});

test("takes a result once, and only from the worker that has the task", () => {
  const pool = poolWith(2, 1);
  pool.assign();
  assert.equal(pool.settle(2, 1), false);
  assert.equal(pool.settle(1, 1), true);
  assert.equal(pool.settle(1, 1), false);
});

test("gives the tasks of a lost worker to the others, the oldest first", () => {
  const pool = poolWith(1, 3);
  pool.assign();
  assert.equal(pool.lose(1), true);
  assert.equal(pool.lose(1), false);
  pool.hire(2);
  assert.deepEqual(given(pool), [
    [2, 1],
    [2, 2],
  ]);
});

test("is stuck when a task has cost three workers, not when workers merely leave", () => {
  const pool = poolWith(0, 1);
  for (let worker = 1; worker <= 5; worker += 1) {
    pool.hire(worker);
    pool.assign();
    pool.dismiss(worker);
  }
  assert.equal(pool.stuck, false);
  for (let worker = 6; worker <= 8; worker += 1) {
    assert.equal(pool.stuck, false);
    pool.hire(worker);
    pool.assign();
    pool.lose(worker);
  }
  assert.equal(pool.stuck, true);
});

test("accuses a worker only of silence while it has work", () => {
  const pool = poolWith(2, 1);
  pool.assign();
  let overdue: number[] = [];
  for (let tick = 0; tick < 24; tick += 1) overdue = pool.tick();
  assert.deepEqual(overdue, []);
  assert.deepEqual(pool.tick(), [1]);
});

test("a word from a worker starts its patience anew", () => {
  const pool = poolWith(1, 2);
  pool.assign();
  for (let tick = 0; tick < 20; tick += 1) pool.tick();
  pool.settle(1, 1);
  for (let tick = 0; tick < 24; tick += 1) assert.deepEqual(pool.tick(), []);
});

test("knows nothing of a finished run's tasks", () => {
  const pool = poolWith(2, 1);
  pool.assign();
  assert.deepEqual(pool.clear(), [1]);
  assert.equal(pool.settle(1, 1), false);
  pool.add(bytes, 0);
  // Who is busy with a task of that run gets none of the next.
  assert.deepEqual(given(pool), [[2, 2]]);
});

test("a word about a task is a sign of life, and of no use when nobody waits for the task", () => {
  const pool = poolWith(1, 1);
  pool.assign();
  for (let tick = 0; tick < PATIENCE; tick += 1) pool.tick();
  assert.equal(pool.hear(1, 7), false);
  assert.equal(pool.hear(1, 1), true);
  assert.deepEqual(pool.tick(), []);
  pool.clear();
  assert.equal(pool.hear(1, 1), false);
});
