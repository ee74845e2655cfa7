import { type Name, type Names, nameKey } from './identifiers.ts';

/** Arrivals that are one work, and the stored works that they are, or turn out to be, together. */
export interface Group<T> {
  /** Identifiers of stored works, oldest first; more than one means that they have to be joined. */
  works: number[];
  arrivals: T[];
}

/**
 * Puts records that share a name, directly or through others, into one group.
 * `owners` says which stored work has a name (by `nameKey`). Groups and arrivals keep the order they came in.
 */
export function group<T extends { names: Names; known: { paperId: number } | null }>(
  arrivals: T[],
  owners: ReadonlyMap<string, number>,
): Group<T>[] {
  const roots = disjointSets();
  const holders = new Map<string, string>();
  const node = (at: number): string => `arrival ${at}`;
  const link = (at: number, name: Name): void => {
    const owner = owners.get(nameKey(name));
    if (owner !== undefined) roots.unite(node(at), workNode(owner));
    const holder = holders.get(nameKey(name));
    if (holder !== undefined) roots.unite(node(at), holder);
  };
  arrivals.forEach(({ names, known }, at) => {
    if (known) roots.unite(node(at), workNode(known.paperId));
    for (const name of names.own) {
      link(at, name);
      holders.set(nameKey(name), node(at));
    }
  });
  // Only now is it known which names the batch itself has.
  arrivals.forEach(({ names }, at) => {
    for (const name of names.near) link(at, name);
  });

  const groups = new Map<string, Group<T>>();
  const groupOf = (member: string): Group<T> => {
    const root = roots.rootOf(member);
    const found = groups.get(root) ?? { works: [], arrivals: [] };
    groups.set(root, found);
    return found;
  };
  arrivals.forEach((arrival, at) => {
    groupOf(node(at)).arrivals.push(arrival);
  });
  for (const member of roots.members()) {
    const work = workOf(member);
    if (work !== null) groupOf(member).works.push(work);
  }
  for (const { works } of groups.values()) works.sort((a, b) => a - b);
  return [...groups.values()];
}

const workNode = (id: number): string => `work ${id}`;
const workOf = (member: string): number | null =>
  member.startsWith('work ') ? Number(member.slice('work '.length)) : null;

/** Union-find with path halving (Tarjan & van Leeuwen 1984). */
function disjointSets() {
  const parents = new Map<string, string>();
  const rootOf = (member: string): string => {
    let at = member;
    for (let parent = parents.get(at); parent !== undefined && parent !== at; parent = parents.get(at)) {
      const above = parents.get(parent)!;
      parents.set(at, above);
      at = above;
    }
    if (!parents.has(at)) parents.set(at, at);
    return at;
  };
  return {
    rootOf,
    unite: (one: string, other: string): void => {
      parents.set(rootOf(one), rootOf(other));
    },
    members: () => parents.keys(),
  };
}
