// The lines of UCI that bring a new engine to where another one was: its options and its position.

/** What the engine says of a line that changed nothing. */
const REFUSED = /^info string .*\bignored\b/;

export class SetUp {
  #kept: string[] = [];
  /** Of these the program that plays, where it is known to have no search of its own. */
  #plain: string | null = null;
  /** Said since the engine last searched: whether they are refused is not known yet. */
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
    // While it searches it hears nothing, so all was said before. At a `readyok` more may be on its way.
    if (/^(bestmove|info depth )/.test(line)) this.#settle();
  }

  /** The engine has read all that was said. Where it refused a line, which one is not known, and the earlier ones stay too. */
  #settle(): void {
    for (const line of this.#recent) {
      if (subject(line) === PROGRAM) {
        this.#keepProgram(line);
      } else {
        if (!this.#refused) this.#kept = this.#kept.filter((old) => subject(old) !== subject(line));
        this.#kept.push(line);
      }
    }
    this.#recent = [];
    this.#refused = false;
  }

  /**
   * A program with a search of its own sets all parameters of the search, whatever came before. Of the programs without one,
   * the first after it sets them back and the others leave them as they are: so each takes the place of the one before.
   */
  #keepProgram(line: string): void {
    const former = this.#plain;
    const isKnown = !this.#refused && !EXPERIMENT.test(line);
    const hasSearch = OWN_SEARCH.test(line);
    this.#plain = isKnown && !hasSearch ? line : null;
    if (isKnown && hasSearch) this.#kept = this.#kept.filter((old) => subject(old) !== PROGRAM);
    if (this.#plain !== null && former !== null) this.#kept[this.#kept.lastIndexOf(former)] = line;
    else this.#kept.push(line);
  }
}

const POSITION = "position";
const PROGRAM = "option chromosome";
/** The chromosome of an evaluation followed by that of a search, as it is or in a link. */
const OWN_SEARCH = /(\bvalue\s+|#c=)[\w-]+\.\d+\.[\w-]+\.search\./;
/** A link to an experiment: only the engine knows whether its champion has a search of its own. */
const EXPERIMENT = /#x=/;

/** What a line sets. As the engine reads them, names have letters of either case. */
function subject(line: string): string {
  if (/^\s*position\b/.test(line)) return POSITION;
  return `option ${/\bname\s+(.*?)(\s+value\b|\s*$)/.exec(line)?.[1] ?? ""}`.toLowerCase();
}
