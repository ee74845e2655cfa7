import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stemsOf } from './otherNames.ts';

/** The plain files of names, whose first lines say how they are written. */
const folder = path.join(import.meta.dirname, 'names');

let known: ReadonlyMap<string, readonly string[]> | undefined;

/** The names that count for one whose stems these are. The files are read with the first topic, not when the engine starts. */
export const groupOf = (key: string): readonly string[] => {
  known ??= groupsByKey();
  return known.get(key) ?? [];
};

/** All closed groups: from a member's stems to the names that count for it. */
function groupsByKey(): ReadonlyMap<string, readonly string[]> {
  const byKey = new Map<string, string[]>();
  for (const file of readdirSync(folder).sort())
    for (const line of readFileSync(path.join(folder, file), 'utf8').split('\n')) {
      if (!line || line.startsWith('#')) continue;
      const [names = [], narrower = []] = line.split('>').map(listed);
      add(byKey, names, narrower);
    }
  return byKey;
}

const listed = (text: string): string[] => text.split('|').flatMap((name) => name.trim() || []);

function add(byKey: Map<string, string[]>, names: readonly string[], narrower: readonly string[]): void {
  const all = [...names, ...narrower];
  const keys = all.map(stemsOf);
  for (const key of keys.slice(0, names.length)) {
    const before = byKey.get(key) ?? [];
    byKey.set(key, [...before, ...all.filter((other, at) => keys[at] !== key && !before.includes(other))]);
  }
}
