/** More points than this are not told apart in a curve as small as a word. */
const POINTS = 400;

/** Of a long list as many as a small curve can show, the first and the last among them. */
export function thinned<T>(list: T[]): T[] {
  if (list.length <= POINTS) return list;
  const step = (list.length - 1) / (POINTS - 1);
  return Array.from({ length: POINTS }, (_, at) => list[Math.round(at * step)] as T);
}
