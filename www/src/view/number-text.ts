// Numbers as people type them: 0.001, 1e-3, 0,001, 20,000. A text is read as the one number it can mean or not at all.

import { DECIMAL_MARK, written } from "../language/decimal-mark.ts";
import { locale } from "../language/language.ts";

/** What a text can mean. */
export type Reading = { value: number } | { message: string };

export interface Bounds {
  whole: boolean;
  /** Both included; null where there is none. */
  min: number | null;
  max: number | null;
}

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
/** The comma as it stands in most of Europe. */
const COMMA = /^[+-]?(\d+,\d*|,\d+)(e[+-]?\d+)?$/i;
/** 20,000 and 1,000,000.5, as this page writes numbers. */
const GROUPED = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
/** 20.000 and 1.000.000,5. */
const DOT_GROUPED = /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/;

/** The number within its bounds that a text stands for, or in words why there is none. `mark`: the decimal mark of the language. */
export function readNumber(typed: string, bounds: Bounds, mark = DECIMAL_MARK): Reading {
  const text = typed.trim().replace("\u2212", "-");
  const meanings = meaningsOf(text, bounds.whole, mark);
  if (meanings.length > 1) {
    const both = meanings.map((value) => written(value, mark)).join(" or ");
    return { message: `"${text}" can mean ${both}: write it without groups of digits.` };
  }
  const [value] = meanings;
  return value !== undefined && fits(value, bounds) ? { value } : { message: wanted(bounds) };
}

/** Whether more keys may make a number of it: "1e-" is no mistake yet. */
export function isBegun(typed: string): boolean {
  return (
    /^[+\-\u2212]?(\d*[.,]?|(\d+[.,]?\d*|[.,]\d+)e[+-]?)$/i.test(typed.trim()) && /\D$/.test(typed.trim())
  );
}

/** Every number that a text may stand for. */
function meaningsOf(text: string, whole: boolean, mark: string): number[] {
  const meanings = new Set<number>();
  if (PLAIN.test(text)) meanings.add(numberOf(text));
  if (COMMA.test(text) && !(whole && GROUPED.test(text))) meanings.add(numberOf(text.replace(",", ".")));
  // What the fields show is read: 1,234 where a comma is the decimal mark and not only whole numbers are asked for.
  if (GROUPED.test(text) && (whole || mark === "." || !COMMA.test(text)))
    meanings.add(numberOf(text.replaceAll(",", "")));
  // A decimal point with three digits behind it is a point, unless nothing but whole numbers is asked for.
  if (DOT_GROUPED.test(text) && (whole || !PLAIN.test(text)))
    meanings.add(numberOf(text.replaceAll(".", "").replace(",", ".")));
  return [...meanings];
}

/** What is too small to be told from nought is none. There is no negative nought. */
function numberOf(text: string): number {
  const value = Number(text);
  return value === 0 && /^[^e]*[1-9]/i.test(text) ? Number.NaN : value + 0;
}

function fits(value: number, { whole, min, max }: Bounds): boolean {
  if (!Number.isFinite(value) || (whole && !Number.isSafeInteger(value))) return false;
  return value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

function wanted({ whole, min, max }: Bounds): string {
  return `Must be ${whole ? "whole, " : ""}${range(min, max)}.`;
}

function range(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${plain(min)} to ${plain(max)}`;
  if (min !== null) return `${plain(min)} or more`;
  return max !== null ? `${plain(max)} or less` : "a number";
}

function plain(value: number): string {
  return value.toLocaleString(locale, { maximumSignificantDigits: 16 });
}

/** The next multiple of the step, up or down, within the bounds: from 37 by 10 up to 40. */
export function stepped(value: number, by: number, { min, max }: Bounds): number {
  const size = Math.abs(by);
  // Counted in steps, with what floating-point division leaves over taken off.
  const steps = Number((value / size).toFixed(9));
  const to = by > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1;
  const rounded = Number((to * size).toFixed(decimals(size)));
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, rounded));
}

function decimals(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step)));
}
