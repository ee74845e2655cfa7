import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LearnedClass } from '../core/types.ts';
import { tokenize } from '../text/tokenize.ts';

interface ClosedGroup {
  names: string[];
  narrower: string[];
}

/** The plain file of names, whose first lines say how it is written. */
const closedGroups: readonly ClosedGroup[] = readFileSync(path.join(import.meta.dirname, 'names.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [names = '', narrower = ''] = line.split('>');
    const list = (text: string) => text.split('|').flatMap((name) => name.trim() || []);
    return { names: list(names), narrower: list(narrower) };
  });

let known: Map<string, string[]> | undefined;

/** All closed groups: from a member's stems to the names that count for it. */
export function groupsByKey(): ReadonlyMap<string, string[]> {
  if (known) return known;
  known = new Map();
  for (const { names, narrower } of closedGroups)
    for (const name of names) {
      const key = keyOf(name);
      const before = known.get(key) ?? [];
      const others = [...names, ...narrower].filter(
        (other) => keyOf(other) !== key && !before.includes(other),
      );
      known.set(key, [...before, ...others]);
    }
  return known;
}

const keyOf = (name: string): string =>
  tokenize(name)
    .flatMap(({ stem, isSynonym }) => (isSynonym ? [] : stem))
    .join(' ');

let learned = new Map<string, readonly string[]>();
let longest = 0;

/** Replaces the classes learned from records. */
export function learnClasses(classes: readonly LearnedClass[]): void {
  learned = new Map();
  for (const { name, substances } of classes)
    for (const written of waysToWrite(name)) {
      const key = keyOf(written);
      if (key && !learned.has(key)) learned.set(key, substances);
    }
  longest = Math.max(0, ...[...learned.keys()].map((key) => key.split(' ').length));
}

/** The substances of a learned class, by the stems of one of its names. */
export const learnedMembers = (key: string): readonly string[] => learned.get(key) ?? [];

/** Number of words in the longest name of a learned class. */
export const longestClass = (): number => longest;

/**
 * `Analgesics, Opioid` is also `Opioid Analgesics`. Agents are also drugs, and papers mostly omit “receptor” from a
 * receptor's antagonists.
 */
function waysToWrite(heading: string): string[] {
  const [noun = '', ...qualities] = heading.split(/,\s*/);
  const names = qualities.length > 0 ? [heading, `${qualities.join(' ')} ${noun}`] : [heading];
  return names.flatMap((name) => [
    name,
    name.replace(/\bagents\b/i, 'drugs'),
    name.replace(/\breceptor (?=\w+$)/i, ''),
  ]);
}
