import type { LearnedNames, OtherNames } from '../core/types.ts';
import { wordStems } from '../documents/definitions.ts';

/** Names to open an index with, as learned from records. */
export function otherNames({ classes, terms }: LearnedNames = { classes: [], terms: [] }): OtherNames {
  const byName = new Map<string, readonly string[]>();
  for (const { name, substances } of classes)
    for (const written of waysToWrite(name)) {
      const key = stemsOf(written);
      if (key && !byName.has(key)) byName.set(key, substances);
    }
  const longest = Math.max(0, ...byName.keys().map((key) => key.split(' ').length));
  return { learned: new Map(terms), classes: byName, longestClass: longest };
}

/** The stems of a name, by which it is looked up. */
export const stemsOf = (name: string): string => wordStems(name).join(' ');

/** `Analgesics, Opioid` is also `Opioid Analgesics`. Agents are also drugs, and papers mostly omit “receptor”. */
function waysToWrite(heading: string): string[] {
  const [noun = '', ...qualities] = heading.split(/,\s*/);
  const names = qualities.length > 0 ? [heading, `${qualities.join(' ')} ${noun}`] : [heading];
  return names.flatMap((name) => [
    name,
    name.replace(/\bagents\b/i, 'drugs'),
    name.replace(/\breceptor (?=\w+$)/i, ''),
  ]);
}
