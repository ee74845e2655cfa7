import type { Identifier, SourceRecord } from '#sources/record/source.ts';
import { identifierKey } from './identifiers.ts';
import { type Described, isSameWork, type Signature, shareNothing, signatureKeys } from './sameWork.ts';

/** Incoming records of one work, and the stored works they belong to. */
export interface Group<T> {
  /** Ids of stored works, oldest first. More than one must be merged. */
  works: number[];
  arrivals: T[];
}

/** An incoming record with the data to group it by. */
export interface Groupable {
  record: Named & Described;
  identifiers: Identifier[];
  /** Null for a record that is matched only by identifiers. */
  signature: Signature | null;
  known: { paperId: number } | null;
}

type Named = Pick<SourceRecord, 'source' | 'sourceId'>;

/** A work, and the records that it is made of. */
export interface Namesake extends Described {
  records: Named[];
}

/** Stored works that records of a batch may belong to. */
export interface StoredNeighbors {
  /** The work of an identifier, by `identifierKey`. */
  owners: ReadonlyMap<string, number>;
  /** The works among them that own a DOI of a record they have not, by id. */
  namesakes: ReadonlyMap<number, Namesake>;
  /** Works that share a key of their signatures with the batch. */
  signed: { paperId: number; signature: Signature }[];
}

/** Groups records that share an identifier or are one work by title and authors, directly or through others, in their order. */
export function group<T extends Groupable>(
  arrivals: T[],
  { owners, namesakes, signed }: StoredNeighbors,
): Group<T>[] {
  // Nodes are the arrivals by their places, then the stored works in the order of first mention.
  const works: number[] = [];
  const places = new Map<number, number>();
  const nodeOf = (work: number): number => {
    const known = places.get(work);
    if (known !== undefined) return known;
    const node = arrivals.length + works.push(work) - 1;
    places.set(work, node);
    return node;
  };
  const { rootOf, unite } = disjointSets();
  // The works that hold an identifier, each as the places of its records.
  const holders = new Map<string, number[][]>();
  for (const [at, { record, identifiers, known }] of arrivals.entries()) {
    if (known) unite(at, nodeOf(known.paperId));
    for (const key of identifiers.map(identifierKey)) {
      const owner = owners.get(key);
      const namesake = owner !== undefined && owner !== known?.paperId && namesakes.get(owner);
      const stored = namesake ? namesake.records.map((named) => ({ ...namesake, ...named })) : [];
      if (owner !== undefined && !areTwoWorks(record, stored)) unite(at, nodeOf(owner));
      const works = holders.get(key) ?? [];
      const kin = works.find((places) => {
        const records = places.map((place) => arrivals[place]!.record);
        return !areTwoWorks(record, records);
      });
      if (kin) unite(at, kin[0]!);
      // Few works claim one DOI, and few records of a batch are of one work.
      if (kin && kin.length < namesakesAtMost) kin.push(at);
      else if (!kin && works.length < namesakesAtMost) holders.set(key, [...works, [at]]);
    }
  }
  const neighbors = neighborIndex([
    ...signed.map(({ paperId, signature }) => ({ work: paperId, signature })),
    ...arrivals.flatMap(({ signature }, at) => (signature ? [{ arrival: at, signature }] : [])),
  ]);
  for (const [at, { signature }] of arrivals.entries()) {
    if (!signature) continue;
    for (const other of neighbors(signature))
      if (!('arrival' in other && other.arrival === at) && isSameWork(signature, other.signature))
        unite(at, 'arrival' in other ? other.arrival : nodeOf(other.work));
  }

  const groups = new Map<number, Group<T>>();
  const groupOf = (node: number): Group<T> => {
    const root = rootOf(node);
    const found = groups.get(root) ?? { works: [], arrivals: [] };
    groups.set(root, found);
    return found;
  };
  for (const [at, arrival] of arrivals.entries()) groupOf(at).arrivals.push(arrival);
  for (const work of works) groupOf(nodeOf(work)).works.push(work);
  for (const { works } of groups.values()) works.sort((a, b) => a - b);
  return [...groups.values()];
}

const namesakesAtMost = 20;

/**
 * Whether a record has nothing in common with those of a work but the DOI that both claim: each of its source has an
 * identifier of its own there, and contradicts it. Which of two such works a third record joins depends on which came first.
 */
function areTwoWorks(record: Named & Described, work: (Named & Described)[]): boolean {
  const namesakes = work.filter(({ source }) => source === record.source);
  return (
    namesakes.length > 0 &&
    namesakes.every((other) => other.sourceId !== record.sourceId && shareNothing(record, other))
  );
}

/** A signature of an arrival, by its place, or of a stored work. */
type Signed = { signature: Signature } & ({ arrival: number } | { work: number });

/**
 * Finds the works that share a key with a signature and may be the same, without duplicates. Two articles never are, so an
 * article finds preprints alone: otherwise each of a thousand articles of one author would find all others.
 */
function neighborIndex(all: Signed[]): (signature: Signature) => Iterable<Signed> {
  const { preprint = [], article = [] } = Object.groupBy(all, ({ signature }) => signature.stage);
  const [preprints, articles] = [byKeys(preprint), byKeys(article)];
  return (signature) => {
    const found = new Set<Signed>();
    for (const key of signatureKeys(signature).wanted) {
      for (const one of preprints.get(key) ?? []) found.add(one);
      if (signature.stage === 'preprint') for (const one of articles.get(key) ?? []) found.add(one);
    }
    return found;
  };
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

/** Union-find with path halving (Tarjan & van Leeuwen 1984). A node that was never united is its own root. */
function disjointSets() {
  const parents = new Map<number, number>();
  const rootOf = (node: number): number => {
    let at = node;
    for (let parent = parents.get(at); parent !== undefined; parent = parents.get(at)) {
      const above = parents.get(parent);
      if (above === undefined) return parent;
      parents.set(at, above);
      at = above;
    }
    return at;
  };
  return {
    rootOf,
    unite: (one: number, other: number): void => {
      const [first, second] = [rootOf(one), rootOf(other)];
      if (first !== second) parents.set(first, second);
    },
  };
}
