import type { Identifier } from '#sources/record/source.ts';
import { identifierKey } from './identifiers.ts';
import { isSameWork, type Signature, signatureKeys } from './sameWork.ts';

/** Incoming records of one work, and the stored works they belong to. */
export interface Group<T> {
  /** Ids of stored works, oldest first. More than one must be merged. */
  works: number[];
  arrivals: T[];
}

/** An incoming record with the data to group it by. */
export interface Groupable {
  identifiers: Identifier[];
  /** Null for a record that is matched only by identifiers. */
  signature: Signature | null;
  known: { paperId: number } | null;
}

/** Stored works that records of a batch may belong to. */
export interface StoredNeighbors {
  /** The work of an identifier, by `identifierKey`. */
  owners: ReadonlyMap<string, number>;
  /** Works that share a key of their signatures with the batch. */
  signed: { paperId: number; signature: Signature }[];
}

/**
 * Groups records that share an identifier or are the same work by title and authors, directly or through others.
 * Groups and records keep their order.
 */
export function group<T extends Groupable>(arrivals: T[], { owners, signed }: StoredNeighbors): Group<T>[] {
  const roots = disjointSets();
  const holders = new Map<string, string>();
  const node = (at: number): string => `arrival ${at}`;
  arrivals.forEach(({ identifiers, known }, at) => {
    if (known) roots.unite(node(at), workNode(known.paperId));
    else roots.rootOf(node(at));
    for (const key of identifiers.map(identifierKey)) {
      const owner = owners.get(key);
      if (owner !== undefined) roots.unite(node(at), workNode(owner));
      const holder = holders.get(key);
      if (holder !== undefined) roots.unite(node(at), holder);
      holders.set(key, node(at));
    }
  });
  const neighbors = neighborIndex([
    ...signed.map(({ paperId, signature }) => ({ member: workNode(paperId), signature })),
    ...arrivals.flatMap(({ signature }, at) => (signature ? [{ member: node(at), signature }] : [])),
  ]);
  arrivals.forEach(({ signature }, at) => {
    if (!signature) return;
    for (const { member, signature: other } of neighbors(signature))
      if (member !== node(at) && isSameWork(signature, other)) roots.unite(node(at), member);
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

interface Signed {
  member: string;
  signature: Signature;
}

/**
 * Finds the works that share a key with a signature and may be the same, without duplicates. Two articles never are, so an
 * article finds preprints alone: otherwise each of a thousand articles of one author would find all others.
 */
function neighborIndex(all: Signed[]): (signature: Signature) => Set<Signed> {
  const { preprint = [], article = [] } = Object.groupBy(all, ({ signature }) => signature.stage);
  const [preprints, articles] = [byKeys(preprint), byKeys(article)];
  return (signature) =>
    new Set(
      signatureKeys(signature).wanted.flatMap((key) => [
        ...(preprints.get(key) ?? []),
        ...(signature.stage === 'preprint' ? (articles.get(key) ?? []) : []),
      ]),
    );
}

function byKeys(all: Signed[]): Map<string, Signed[]> {
  const byKey = new Map<string, Signed[]>();
  for (const one of all)
    for (const key of signatureKeys(one.signature).stored) {
      const list = byKey.get(key);
      if (list) list.push(one);
      else byKey.set(key, [one]);
    }
  return byKey;
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
