import assert from "node:assert/strict";
import { test } from "node:test";
import { written } from "../../src/language/decimal-mark.ts";
import { type Bounds, isBegun, readNumber, stepped } from "../../src/view/number-text.ts";

const ANY: Bounds = { whole: false, min: null, max: null };
const WHOLE: Bounds = { whole: true, min: null, max: null };
const SHARE: Bounds = { whole: false, min: 0, max: 1 };

function value(text: string, bounds: Bounds): number | null {
  const reading = readNumber(text, bounds);
  return "value" in reading ? reading.value : null;
}

test("a number is read as it is written here, in science and in most of Europe", () => {
  for (const text of [
    "0.001",
    ".001",
    "1e-3",
    "1E-3",
    "10e-4",
    "0,001",
    ",001",
    "1,0e-3",
    "+0.001",
    " 0.001 ",
  ])
    assert.equal(value(text, SHARE), 0.001, text);
  assert.equal(value("\u22122,5", ANY), -2.5);
  assert.equal(value("20,000", WHOLE), 20_000);
  assert.equal(value("1,000,000", ANY), 1_000_000);
  assert.equal(value("1,000.5", ANY), 1000.5);
  assert.equal(value("1.000,5", ANY), 1000.5);
  assert.equal(value("5,0", WHOLE), 5);
  assert.ok(Object.is(value("-0", ANY), 0));
});

test("what can mean two numbers is refused with both", () => {
  assert.match(JSON.stringify(readNumber("1,000", ANY)), /can mean 1 or 1000/);
  assert.match(JSON.stringify(readNumber("20.000", WHOLE)), /can mean 20 or 20000/);
  // Nobody writes thousands with a nought before them.
  assert.equal(value("0,500", ANY), 0.5);
});

test("every number is read as it is shown, whatever the decimal mark", () => {
  for (const mark of [".", ","])
    for (const number of [0, 0.001, -2.5, 1.234, 12.345, -1.5e-7, 100_000.125, 20_000]) {
      const text = written(number, mark);
      assert.deepEqual(readNumber(text, ANY, mark), { value: number }, text);
      if (Number.isInteger(number)) assert.deepEqual(readNumber(text, WHOLE, mark), { value: number }, text);
    }
  assert.equal(written(0.001, ","), "0,001");
  assert.deepEqual(readNumber("20,000", WHOLE, ","), { value: 20_000 });
  assert.match(JSON.stringify(readNumber("20.000", WHOLE, ",")), /can mean 20 or 20000/);
});

test("no text becomes another number than it says", () => {
  const wrong = [
    "",
    "e",
    "1e",
    "1e-",
    "--1",
    "1 2",
    "1,2,3",
    "1.2.3",
    "12,34,567",
    "0x10",
    "Infinity",
    "NaN",
    "1e999",
    "1e-999",
    "five",
  ];
  for (const text of wrong) assert.equal(value(text, ANY), null, text);
  for (const text of ["2.5", "2,5", "9007199254740993"]) assert.equal(value(text, WHOLE), null, text);
});

test("a number beyond its bounds is refused with them", () => {
  assert.deepEqual(readNumber("1.5", SHARE), { message: "Must be 0 to 1." });
  assert.deepEqual(readNumber("2000", { whole: true, min: 2, max: 1000 }), {
    message: "Must be whole, 2 to 1,000.",
  });
  assert.deepEqual(readNumber("0", { whole: true, min: 1, max: null }), {
    message: "Must be whole, 1 or more.",
  });
});

test("every text on the way to a number is begun", () => {
  for (const text of ["-", ".", ",", "0,", "1.", "1e", "1e-", "0,1e-"])
    assert.equal(isBegun(text), true, text);
  for (const text of ["", "1", "1e-3", "e", "1e5e", "x"]) assert.equal(isBegun(text), false, text);
});

test("arrow keys go from step to step and stay within the bounds", () => {
  assert.equal(stepped(0.001, 0.001, SHARE), 0.002);
  assert.equal(stepped(0.3, 0.1, SHARE), 0.4);
  assert.equal(stepped(0.3, -0.1, SHARE), 0.2);
  assert.equal(stepped(0.25, 0.1, SHARE), 0.3);
  assert.equal(stepped(0.25, -0.1, SHARE), 0.2);
  assert.equal(stepped(1, 0.1, SHARE), 1);
  assert.equal(stepped(37, 10, WHOLE), 40);
  assert.equal(stepped(40, -10, WHOLE), 30);
  assert.equal(stepped(2, -1, { whole: true, min: 2, max: 1000 }), 2);
});
