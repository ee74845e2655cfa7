import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree with TypeScript's nodes) by Vite's parser. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export interface Comment {
  type: 'Line' | 'Block';
  value: string;
  start: number;
  end: number;
}

export interface Syntax {
  program: Node;
  comments: Comment[];
}

/** @throws if the text is not valid TypeScript or JavaScript, with the path and the parser's message. */
export function parse(path: string, text: string): Syntax {
  const { program, comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return { program: program as unknown as Node, comments };
}

/** Calls `visit` for every node from the outside in, with its ancestors, outermost first. */
export function walk(node: Node, visit: (node: Node, around: Node[]) => void, around: Node[] = []): void {
  visit(node, around);
  const inner = [...around, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit, inner);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The text of a string literal or of a template's fixed parts (`…` for each inserted value); else undefined. */
export function stringOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as Node[]).map((part) => (part.value as { cooked: string }).cooked).join('…');
}
