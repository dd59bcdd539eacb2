// The lines of UCI that bring a new engine to where another one was: its options, in the order said, and its position.

/** What the engine says of a line that changed nothing. */
const REFUSED = /^info string .*\bignored\b/;

export class SetUp {
  #kept: string[] = [];
  /** Said since the engine last answered a question: whether they are refused is not known yet. */
  #recent: string[] = [];
  #refused = false;

  /** Whatever is said next, these lines lead to the same options and position. */
  get lines(): string[] {
    return [...this.#kept, ...this.#recent];
  }

  /** Takes `setoption` and `position`. */
  say(line: string): void {
    this.#recent.push(line);
  }

  /** Takes every line of the engine. */
  hear(line: string): void {
    if (REFUSED.test(line)) this.#refused = true;
    // While it searches it hears nothing, so all was said before.
    if (/^(readyok$|bestmove|info depth )/.test(line)) this.#settle();
  }

  /** The engine has read all that was said. Where it refused a line, which one is not known, and the earlier ones stay too. */
  #settle(): void {
    for (const line of this.#recent) {
      if (!this.#refused) this.#kept = this.#kept.filter((old, at) => !this.#replaces(line, old, at));
      this.#kept.push(line);
    }
    this.#recent = [];
    this.#refused = false;
  }

  /** A program may replace parameters that were set before it, so nothing from before a program is replaced after it. */
  #replaces(line: string, old: string, at: number): boolean {
    const isSame = subject(line) === subject(old);
    if (subject(line) === POSITION) return isSame;
    return isSame && !this.#kept.slice(at).some((later) => subject(later) === PROGRAM);
  }
}

const POSITION = "position";
const PROGRAM = "option chromosome";

/** What a line sets. As the engine reads them, names have letters of either case. */
function subject(line: string): string {
  if (/^\s*position\b/.test(line)) return POSITION;
  return `option ${/\bname\s+(.*?)(\s+value\b|\s*$)/.exec(line)?.[1] ?? ""}`.toLowerCase();
}
