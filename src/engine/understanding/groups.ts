import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stemsOf } from './otherNames.ts';

type ClosedGroup = { names: string[]; narrower: string[] };

/** The plain file of names, whose first lines say how it is written. */
const closedGroups: readonly ClosedGroup[] = readFileSync(path.join(import.meta.dirname, 'names.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [names = '', narrower = ''] = line.split('>');
    const list = (text: string) => text.split('|').flatMap((name) => name.trim() || []);
    return { names: list(names), narrower: list(narrower) };
  });

/** All closed groups: from a member's stems to the names that count for it. */
export const groupsByKey: ReadonlyMap<string, readonly string[]> = (() => {
  const byKey = new Map<string, string[]>();
  for (const { names, narrower } of closedGroups) {
    const keys = [...names, ...narrower].map(stemsOf);
    for (const key of keys.slice(0, names.length)) {
      const before = byKey.get(key) ?? [];
      const others = [...names, ...narrower].filter(
        (other, at) => keys[at] !== key && !before.includes(other),
      );
      byKey.set(key, [...before, ...others]);
    }
  }
  return byKey;
})();
