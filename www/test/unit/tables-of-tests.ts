// The tables of documents that say which end-to-end test holds each part: `| part | file: *name*, *name*; file: *name* |`. A name is written
// out, with … for each part of it that its test puts in.

import { parseSync } from "vite";

const HEADING = "## What tests it";
const CALLS = new Set(["e2e", "e2eInside", "test"]);
/** Between two files: names have semicolons too. */
const BETWEEN = /; (?=[a-z0-9-]+: \*)/;
const ONE_FILE = /^([a-z0-9-]+): ((?:\*[^*]+\*, )*\*[^*]+\*)$/;

interface Node {
  type: string;
  [key: string]: unknown;
}

/** The names of the tests in the file called that; null where there is none. */
export type TestsOf = (file: string) => Set<string> | null;

/** The names of the tests in a file. */
export function namesOfTests(code: string, file: string): Set<string> {
  const { program, errors } = parseSync(file, code);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const names = new Set<string>();
  visit(program as unknown as Node, names);
  return names;
}

function visit(node: Node, names: Set<string>): void {
  if (node.type === "CallExpression" && CALLS.has(String((node.callee as Node).name))) {
    const name = nameIn((node.arguments as Node[])[0]);
    if (name !== null) names.add(name);
  }
  for (const value of Object.values(node).flat())
    if (typeof value === "object" && value !== null && "type" in value) visit(value as Node, names);
}

function nameIn(node?: Node): string | null {
  if (node?.type === "Literal") return String(node.value);
  if (node?.type !== "TemplateLiteral") return null;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join("…");
}

/** What is wrong with the table of a document. */
export function faultsOf(text: string, tests: TestsOf): string[] {
  const [, told = ""] = text.split(HEADING);
  const rows = told
    .split(/^## /m)[0]!
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
  if (rows.length === 0) return [`no table under "${HEADING}"`];
  return rows.flatMap((row) => {
    const [, part = "", cell = "", ...more] = row.split("|").map((one) => one.trim());
    if (part === "" || more.length !== 1) return [`not a part and its tests: ${row}`];
    return cell.split(BETWEEN).flatMap((one) => faultsIn(one, tests).map((fault) => `${part}: ${fault}`));
  });
}

function faultsIn(told: string, tests: TestsOf): string[] {
  const [, file = "", list = ""] = ONE_FILE.exec(told) ?? [];
  if (file === "") return [`no file with names of tests: ${told || "nothing"}`];
  const known = tests(file);
  if (!known) return [`no file of tests called ${file}`];
  const names = [...list.matchAll(/\*([^*]+)\*/g)].map(([, name = ""]) => name);
  return names.filter((name) => !known.has(name)).map((name) => `no test in ${file}: ${name}`);
}

/** Whether a document has such a table. */
export function hasTable(text: string): boolean {
  return text.includes(`\n${HEADING}\n`);
}
