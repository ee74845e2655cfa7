import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stemsOf } from './otherNames.ts';

/** The plain files of names, whose first lines say how they are written. */
const folder = path.join(import.meta.dirname, 'names');

/** What counts for a name, and whether names of its parts count, too. */
type Group = { others: readonly string[]; hasParts: boolean };

let known: ReadonlyMap<string, Group> | undefined;

/** The group of a name whose stems these are. The files are read with the first topic, not when the engine starts. */
export const groupOf = (key: string): Group => {
  known ??= groupsByKey();
  return known.get(key) ?? { others: [], hasParts: false };
};

/** All closed groups: from a member's stems to the names that count for it. */
function groupsByKey(): ReadonlyMap<string, Group> {
  const byKey = new Map<string, Group>();
  for (const file of readdirSync(folder).sort())
    for (const line of readFileSync(path.join(folder, file), 'utf8').split('\n')) {
      if (!line || line.startsWith('#')) continue;
      const [names = [], narrower = []] = line.replace(/^\+/, '').split('>').map(listed);
      add(byKey, names, narrower, line.startsWith('+'));
    }
  return byKey;
}

const listed = (text: string): string[] => text.split('|').flatMap((name) => name.trim() || []);

function add(byKey: Map<string, Group>, names: string[], narrower: string[], isSum: boolean): void {
  const all = [...names, ...narrower];
  const keys = all.map(stemsOf);
  for (const key of keys.slice(0, names.length)) {
    const before = byKey.get(key) ?? { others: [], hasParts: true };
    const others = all.filter((other, at) => keys[at] !== key && !before.others.includes(other));
    byKey.set(key, { others: [...before.others, ...others], hasParts: before.hasParts && isSum });
  }
}
