// A logarithmic axis from bottom to top, in pixels.

/** Whole numbers at which a line is drawn, and where. */
export interface Tick {
  value: number;
  y: number;
}

export interface LogScale {
  /** Where a number stands; what is below one stands with it. */
  y(value: number): number;
  /** From the least to the greatest. */
  ticks: Tick[];
}

/** With fewer powers of ten than that, there are lines between them too. */
const FEW = 3;

/** `least` stands at `bottom`, `greatest` at `top`, both moved outwards to 1, 2 or 5 times a power of ten. */
export function logScale(least: number, greatest: number, bottom: number, top: number): LogScale {
  const low = below(Math.max(1, least));
  const high = Math.max(above(greatest), 10 * low);
  const y = (value: number) =>
    bottom - ((bottom - top) * Math.log(Math.max(value, low) / low)) / Math.log(high / low);
  const all = steps().filter((value) => value >= low && value <= high);
  const powers = all.filter(isPower);
  const ticks = powers.length < FEW ? all : powers;
  return { y, ticks: ticks.map((value) => ({ value, y: y(value) })) };
}

/** 1, 2, 5, 10, 20, 50 and so on, as far as whole numbers are exact. */
function steps(): number[] {
  return Array.from({ length: 16 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
}

function isPower(value: number): boolean {
  return String(value).startsWith("1");
}

function below(value: number): number {
  return steps().findLast((step) => step <= value) ?? 1;
}

function above(value: number): number {
  return steps().find((step) => step >= value) ?? value;
}
