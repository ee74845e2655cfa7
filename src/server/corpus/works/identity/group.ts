import { type IdentifierSet, identifierKey, type WorkIdentifier } from './identifiers.ts';

/** Incoming records of one work, and the stored works that they belong to. */
export interface Group<T> {
  /** Ids of stored works, oldest first; more than one means that they have to be merged. */
  works: number[];
  arrivals: T[];
}

/**
 * Groups records that share an identifier, directly or through others.
 * `owners`: the stored work of an identifier, by `identifierKey`. Groups and records keep their order.
 */
export function group<T extends { identifiers: IdentifierSet; known: { paperId: number } | null }>(
  arrivals: T[],
  owners: ReadonlyMap<string, number>,
): Group<T>[] {
  const roots = disjointSets();
  const holders = new Map<string, string>();
  const node = (at: number): string => `arrival ${at}`;
  const link = (at: number, identifier: WorkIdentifier): void => {
    const owner = owners.get(identifierKey(identifier));
    if (owner !== undefined) roots.unite(node(at), workNode(owner));
    const holder = holders.get(identifierKey(identifier));
    if (holder !== undefined) roots.unite(node(at), holder);
  };
  arrivals.forEach(({ identifiers, known }, at) => {
    if (known) roots.unite(node(at), workNode(known.paperId));
    for (const identifier of identifiers.own) {
      link(at, identifier);
      holders.set(identifierKey(identifier), node(at));
    }
  });
  // Only now are all identifiers of the batch known.
  arrivals.forEach(({ identifiers }, at) => {
    for (const identifier of identifiers.counterparts) link(at, identifier);
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
