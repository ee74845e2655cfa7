import path from 'node:path';
import { isBase } from './layers.ts';
import { type Code, type House, isTest, type Rule } from './tree.ts';

/** No circle of imports between files, between folders or between rooms, types included. */
export const circles: Rule = {
  name: 'no import circles',
  find: (house) => [
    ...describe('files', circlesIn(arrows(house, (file) => file))),
    ...describe('folders', circlesIn(arrows(house, folderOf))),
    ...describe('rooms', circlesIn(arrows(house, (file) => roomFolder(file)))),
  ],
};

const describe = (what: string, found: string[][]) =>
  found.map((members) => ({ path: members[0]!, says: `a circle of ${what}: ${members.join(' → ')}` }));

const folderOf = (file: string): string => path.posix.dirname(file);

const roomFolder = (file: string): string => /^(src\/server\/[^/]+|src\/[^/]+|[^/]+)/.exec(file)![0];

function arrows(house: House, boxOf: (file: string) => string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of house.code.filter(({ path: name }) => !isTest(name))) {
    for (const target of targetsOf(file)) {
      const [from, to] = [boxOf(file.path), boxOf(target)];
      if (from !== to && !(boxOf === folderOf && isOwnBase(from, target)))
        found.set(from, (found.get(from) ?? new Set()).add(to));
    }
  }
  return found;
}

/** What all of a feature stands on lies in the feature's own folder. */
const isOwnBase = (folder: string, target: string): boolean =>
  isBase.test(target) && folder.startsWith(`${folderOf(target)}/`);

const targetsOf = (file: Code): string[] =>
  file.imports.flatMap(({ target }) => (target && /\.(tsx?|m?js)$/.test(target) ? [target] : []));

/** Strongly connected components of more than one member (Tarjan 1972), in the order found. */
export function circlesIn(graph: Map<string, Set<string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const members = stack.splice(stack.indexOf(node));
    if (members.length > 1) found.push(members);
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return found;
}
