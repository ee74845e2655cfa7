import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { recalled } from '../core/memo.ts';
import { stopWords } from '../text/stopWords.ts';
import { stemsOf } from './otherNames.ts';

/** The plain files of names, whose first lines say how they are written. */
const folder = path.join(import.meta.dirname, 'names');

/** Letters of a name by which its line is found. Stemming all names would hold up the first topic. */
const startLength = 2;

/** What counts for a name, and whether names of its parts count, too. */
type Group = { others: readonly string[]; hasParts: boolean };

interface Line {
  /** First the names that stand for each other, then the narrower ones. */
  all: string[];
  /** How many stand for each other. */
  equals: number;
  isSum: boolean;
  /** The stems of all, once a topic needed them. */
  keys?: string[];
}

let lines: ReadonlyMap<string, readonly Line[]> | undefined;
const known = new Map<string, ReadonlyMap<string, Group>>();

/** The group of a name with these stems. Files are read with the first topic, and stemmed line by line as topics need them. */
export function groupOf(key: string): Group {
  const start = key.slice(0, startLength);
  return recalled(known, start, () => groupsFrom(start)).get(key) ?? { others: [], hasParts: false };
}

function groupsFrom(start: string): ReadonlyMap<string, Group> {
  const byKey = new Map<string, Group>();
  for (const line of linesOf(start)) {
    line.keys ??= line.all.map(stemsOf);
    const { all, equals, keys, isSum } = line;
    for (const key of keys.slice(0, equals)) {
      if (!key.startsWith(start)) continue;
      const before = byKey.get(key) ?? { others: [], hasParts: true };
      const others = all.filter((other, at) => keys[at] !== key && !before.others.includes(other));
      byKey.set(key, { others: [...before.others, ...others], hasParts: before.hasParts && isSum });
    }
  }
  return byKey;
}

const linesOf = (start: string): readonly Line[] => {
  lines ??= linesByStart();
  return lines.get(start) ?? [];
};

/** All names of all groups, in lower case. */
export function allNames(): string[] {
  lines ??= linesByStart();
  return [...new Set([...lines.values()].flat())].flatMap(({ all }) => all.map((name) => name.toLowerCase()));
}

let pairs: ReadonlySet<string> | undefined;

/** Whether a name has two words beside each other. */
export function isPair(first: string | undefined, second: string | undefined): boolean {
  pairs ??= new Set(
    allNames().flatMap((name) => {
      const words = name.split(/[ -](?:(?:of|and|in|the|for|to|with|on|by|from|as) )?/);
      return words.slice(1).map((word, at) => `${words[at]} ${word}`);
    }),
  );
  return pairs.has(`${first} ${second}`.toLowerCase());
}

function linesByStart(): ReadonlyMap<string, readonly Line[]> {
  const byStart = new Map<string, Line[]>();
  for (const file of readdirSync(folder).sort())
    for (const text of readFileSync(path.join(folder, file), 'utf8').split('\n')) {
      if (!text || text.startsWith('#')) continue;
      const [names = [], narrower = []] = text.replace(/^\+/, '').split('>').map(listed);
      const line = { all: [...names, ...narrower], equals: names.length, isSum: text.startsWith('+') };
      for (const start of new Set(names.map(startOf))) recalled(byStart, start, () => []).push(line);
    }
  return byStart;
}

const listed = (text: string): string[] => text.split('|').flatMap((name) => name.trim() || []);

/** The stems of some names start otherwise: of `in vitro` (a stop word), `5-HT`, `oesophagus`, `mice`. */
function startOf(name: string): string {
  const word = /^[a-z]{2,}(?![a-z])/.exec(name.toLowerCase())?.[0];
  const isPlain = word && !stopWords.has(word) && !/^.?[ao]e|^(?:mice|teeth|men)$/.test(word);
  return (isPlain ? word : stemsOf(name)).slice(0, startLength);
}
