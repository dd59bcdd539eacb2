// The texts of a source file that a person reads: those of its templates, and those that it composes in code.

import { parseSync } from "vite";
import { isText, joined, keyOf, piecesOf } from "../src/language/markup.ts";

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** A text in code: a literal, or a template with holes. */
export interface Message {
  text: string;
  start: number;
  end: number;
  kind: "literal" | "template" | "markup" | "counted" | "said";
}

/** Calls whose texts nobody reads. */
const UNREAD =
  /^(querySelector|querySelectorAll|closest|matches|addEventListener|removeEventListener|getElementById|getAttribute|setAttribute|removeAttribute|toggleAttribute|getPropertyValue|createElement|createElementNS|classMap|startsWith|endsWith|includes|split|join|add|remove|toggle|replace|replaceAll|indexOf|has|get|getContext)$/;
/** Attributes of templates whose values a person reads. */
const READ_ATTRIBUTE =
  /(?:^|\s)(\.?title|aria-[a-z]+|alt|data-help|label|placeholder|\.?textContent|\.?value)\s*=\s*(?:"[^"]*|'[^']*)?$/;

/** Every text that a person may read, in the order of the file. */
export function messagesOf(code: string, file: string): Message[] {
  const { program, errors } = parseSync(file, code);
  const [error] = errors;
  if (error) throw new Error(`${file}: ${error.message}`);
  const found: Message[] = [];
  visit(program as unknown as Node, found);
  return found.sort((one, other) => one.start - other.start);
}

function visit(node: Node, found: Message[]): void {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSTypeAliasDeclaration":
    case "TSInterfaceDeclaration":
    case "TSTypeAnnotation":
    case "TSTypeParameterInstantiation":
    case "TSEnumDeclaration":
      return;
    case "Literal":
      if (typeof node.value === "string") add(node, node.value, "literal", found);
      return;
    case "TemplateLiteral": {
      const parts = quasis(node);
      add(node, keyOf(parts), parts.length === 1 ? "literal" : "template", found);
      for (const one of node.expressions as Node[]) visit(one, found);
      return;
    }
    case "TaggedTemplateExpression": {
      const quasi = node.quasi as Node;
      const tag = (node.tag as Node).name;
      const parts = quasis(quasi);
      if (tag === "say") add(quasi, keyOf(parts), "said", found);
      if (tag === "html" || tag === "svg")
        for (const { text } of piecesOf(joined(parts)))
          found.push({ text, start: quasi.start, end: quasi.end, kind: "markup" });
      (quasi.expressions as Node[]).forEach((one, at) => {
        if ((tag === "html" || tag === "svg") && isUnread(parts.slice(0, at + 1)))
          return visitInner(one, found);
        visit(one, found);
      });
      return;
    }
    case "BinaryExpression":
      if (/^[!=]==?$|^in$/.test(node.operator as string)) {
        for (const side of [node.left, node.right] as Node[]) if (side.type !== "Literal") visit(side, found);
        return;
      }
      break;
    case "SwitchCase":
      for (const one of node.consequent as Node[]) visit(one, found);
      return;
    case "MemberExpression":
      visit(node.object as Node, found);
      if ((node.property as Node).type !== "Literal" && node.computed) visit(node.property as Node, found);
      return;
    case "Property":
    case "PropertyDefinition":
      if (node.computed) visit(node.key as Node, found);
      if (node.value) visit(node.value as Node, found);
      return;
    case "NewExpression":
    case "CallExpression": {
      const callee = node.callee as Node;
      const name = ((callee.property as Node | undefined)?.name ?? callee.name ?? "") as string;
      visit(callee, found);
      const args = node.arguments as Node[];
      if (name === "counted") countedNoun(args[1], found);
      if (name === "say" && args[0]?.type === "Literal") {
        const [{ value, start, end }] = args as [Node];
        found.push({ text: value as string, start, end, kind: "said" });
        return;
      }
      if (UNREAD.test(name)) args.forEach((one) => visitInner(one, found));
      else args.forEach((one) => visit(one, found));
      return;
    }
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
      return visit(node.expression as Node, found);
  }
  for (const [key, value] of Object.entries(node)) {
    if (key === "typeAnnotation" || key === "returnType" || key === "typeArguments") continue;
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) visit(one, found);
  }
}

/** What is in a place that nobody reads, but for functions and templates therein. */
function visitInner(node: Node, found: Message[]): void {
  if (node.type === "Literal" || node.type === "TemplateLiteral") return;
  if (node.type === "ConditionalExpression") {
    visit(node.test as Node, found);
    visitInner(node.consequent as Node, found);
    return visitInner(node.alternate as Node, found);
  }
  visit(node, found);
}

function countedNoun(node: Node | undefined, found: Message[]): void {
  if (node?.type === "ConditionalExpression") {
    countedNoun(node.consequent as Node, found);
    countedNoun(node.alternate as Node, found);
  } else if (node?.type === "Literal")
    found.push({ text: `{0} ${node.value as string}`, start: node.start, end: node.end, kind: "counted" });
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function quasis(node: Node): string[] {
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
}

/** Whether a hole after these strings is the value of an attribute that is not read. */
function isUnread(before: string[]): boolean {
  const markup = before.join("\u0001");
  const open = markup.lastIndexOf("<");
  if (open < 0 || markup.lastIndexOf(">") > open) return false;
  const inTag = markup.slice(open);
  if (!/=\s*(?:"[^"]*|'[^']*)?$/.test(inTag)) return false;
  return !READ_ATTRIBUTE.test(inTag) && !/[@]\w+\s*=\s*$/.test(inTag);
}

function add({ start, end }: Node, text: string, kind: Message["kind"], found: Message[]): void {
  if (isText(text)) found.push({ text, start, end, kind });
}
