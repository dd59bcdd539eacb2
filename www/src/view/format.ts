// Numbers as the page writes them. Every figure on the page passes through here.

import { DECIMAL_MARK } from "../language/decimal-mark.ts";
import { locale, sayCounted } from "../language/language.ts";

const MINUS = "\u2212";
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });

/** 967,402 */
export function grouped(value: number): string {
  return whole.format(value);
}

const short = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 2 });

/** 1.25M, for axes. */
export function compact(value: number): string {
  return short.format(value);
}

const scientific = new Intl.NumberFormat(locale, { notation: "scientific", maximumSignificantDigits: 3 });

/** A fitness that a stranger may have told, short whatever it is: 1,234, 4.50, 1E300. */
export function toldFitness(value: number): string {
  if (Math.abs(value) >= 1e9) return scientific.format(value).replace("-", MINUS);
  return Number.isInteger(value) ? grouped(value) : fixed(value, 2);
}

/** "1 game", "3,000 games" */
export function counted(value: number, noun: string): string {
  const written = grouped(value);
  return sayCounted(`{0} ${noun}`, value, written) ?? `${written} ${noun}${value === 1 ? "" : "s"}`;
}

/** 28.7 % */
export function percent(rate: number, digits = 1): string {
  return `${decimal(rate * 100, digits)} %`;
}

/** Millipawns as pawns, with the digits that matter: 3.46, 0.021. */
export function pawns(millipawns: number): string {
  const value = millipawns / 1000;
  return fixed(value, Math.abs(value) >= 1 ? 2 : 3);
}

/** +0.22, −0.04, 0.00 */
export function signed(value: number, digits = 2): string {
  const text = fixed(value, digits);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** A fixed number of digits, a true minus sign, and never a negative zero. */
export function fixed(value: number, digits: number): string {
  const text = decimal(Math.abs(value), digits);
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

/** "0.45", with the decimal mark of the language; digits are not grouped. */
export function decimal(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return text.replace(".", DECIMAL_MARK);
}

/** 12.8 MB */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB"];
  const power = value < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(value) / 3));
  const scaled = value / 1000 ** power;
  return `${decimal(scaled, power === 0 || scaled >= 100 ? 0 : 1)} ${units[power]}`;
}

/** "4 s", "3 minutes", "2 hours", "5 days": as exact as an estimate is. */
export function roughly(milliseconds: number): string {
  const steps: [number, string][] = [
    [86_400_000, "day"],
    [3_600_000, "hour"],
    [60_000, "minute"],
  ];
  const [size, unit] = steps.find(([size]) => milliseconds >= 1.5 * size) ?? [];
  if (size && unit) return counted(Math.round(milliseconds / size), unit);
  return counted(Math.max(1, Math.round(milliseconds / 1000)), "second");
}

/** 38 ms, 1.2 s, 2 min 5 s */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(1, Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${decimal(seconds, seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
