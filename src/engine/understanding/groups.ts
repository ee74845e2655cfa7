import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stemsOf } from './otherNames.ts';

/** The plain files of names, whose first lines say how they are written. */
const folder = path.join(import.meta.dirname, 'names');

type Groups = ReadonlyMap<string, { others: readonly string[]; hasParts: boolean }>;

let known: Groups | undefined;

/**
 * The names that count for one whose stems these are, and whether names of its parts count, too. The files are read with the
 * first topic, not when the engine starts.
 */
export const groupOf = (key: string): { others: readonly string[]; hasParts: boolean } => {
  known ??= groupsByKey();
  return known.get(key) ?? { others: [], hasParts: false };
};

/** All closed groups: from a member's stems to the names that count for it. */
function groupsByKey(): Groups {
  const byKey = new Map<string, { others: string[]; hasParts: boolean }>();
  for (const file of readdirSync(folder).sort())
    for (const line of readFileSync(path.join(folder, file), 'utf8').split('\n')) {
      if (!line || line.startsWith('#')) continue;
      const hasParts = line.startsWith('+');
      const [names = [], narrower = []] = line
        .slice(hasParts ? 1 : 0)
        .split('>')
        .map(listed);
      add(byKey, names, narrower, hasParts);
    }
  return byKey;
}

const listed = (text: string): string[] => text.split('|').flatMap((name) => name.trim() || []);

function add(
  byKey: Map<string, { others: string[]; hasParts: boolean }>,
  names: string[],
  narrower: string[],
  hasParts: boolean,
): void {
  const all = [...names, ...narrower];
  const keys = all.map(stemsOf);
  for (const key of keys.slice(0, names.length)) {
    const before = byKey.get(key) ?? { others: [], hasParts: true };
    const others = all.filter((other, at) => keys[at] !== key && !before.others.includes(other));
    byKey.set(key, { others: [...before.others, ...others], hasParts: before.hasParts && hasParts });
  }
}
