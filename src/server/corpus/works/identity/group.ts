import type { Identifier, SourceRecord } from '#sources/record/source.ts';
import { identifierKey } from './identifiers.ts';
import { areOneWork, type Told } from './retitled.ts';
import { type Described, type Signature, shareNothing, shareSign, signatureKeys } from './sameWork.ts';

/** Incoming records of one work, and the stored works they belong to. */
export interface Group<T> {
  /** Ids of stored works, oldest first. More than one must be merged. */
  works: number[];
  arrivals: T[];
}

/** An incoming record with the data to group it by. */
export interface Groupable {
  record: Named & Described & Pick<SourceRecord, 'abstract'>;
  identifiers: Identifier[];
  /** Null for a record that is matched only by identifiers. */
  signature: Signature | null;
  known: { paperId: number } | null;
}

type Named = Pick<SourceRecord, 'source' | 'sourceId'>;

/** A stored work that claims a DOI, and its records of the source that asks. */
export interface Claimant extends Described {
  paperId: number;
  records: Named[];
}

/** Stored works that records of a batch may belong to. */
export interface StoredNeighbors {
  /** The work of an identifier, by `identifierKey`. */
  owners: ReadonlyMap<string, number>;
  /** All works that claim a DOI that records claim too, by `identifierKey`. */
  claimants: ReadonlyMap<string, Claimant[]>;
  /** Works that share a key of their signatures with the batch. */
  signed: (Told & { paperId: number })[];
}

/** Groups records that share an identifier or are one work by title and authors, directly or through others, in their order. */
export function group<T extends Groupable>(
  arrivals: T[],
  { owners, claimants, signed }: StoredNeighbors,
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
  for (const [at, { known }] of arrivals.entries()) if (known) unite(at, nodeOf(known.paperId));
  const claims = arrivals.flatMap(({ identifiers }, at) =>
    identifiers.map((one) => ({ key: identifierKey(one), at })),
  );
  for (const [key, claim] of Map.groupBy(claims, ({ key }) => key)) {
    const owner = owners.get(key);
    // Most are new, and nobody else claims them.
    if (claim.length === 1 && owner === undefined) continue;
    const places = claim.map(({ at }) => at);
    const unknown = owner === undefined ? [] : [{ paperId: owner, title: null, authors: [], records: [] }];
    const stored = claimants.get(key) ?? unknown;
    const recordAt = (place: number) => arrivals[place]!.record;
    const few = places.slice(0, fewClaims);
    const rivals = places.filter(
      (at) =>
        stored.some((work) => areTwoWorks(recordAt(at), work, work.records)) ||
        few.some((other) => areTwoWorks(recordAt(at), recordAt(other), [recordAt(other)])),
    );
    if (!rivals.length && stored.length < 2) {
      for (const at of places) unite(at, owner === undefined ? places[0]! : nodeOf(owner));
      continue;
    }
    // Several works claim it, so it alone makes nothing one work: each record joins the first with which it shares more.
    const before: (Described & ({ paperId: number } | { at: number }))[] = [...stored];
    for (const at of [...rivals, ...places.filter((place) => !rivals.includes(place))]) {
      const kin = before.find((other) => shareSign(recordAt(at), other));
      if (kin && !arrivals[at]!.known) unite(at, 'at' in kin ? kin.at : nodeOf(kin.paperId));
      if (before.length < fewClaims) before.push({ ...recordAt(at), at });
    }
  }
  const neighbors = neighborIndex([
    ...signed.map(({ paperId, ...told }) => ({ work: paperId, ...told })),
    ...arrivals.flatMap(({ signature, record: { abstract } }, at) =>
      signature ? [{ arrival: at, signature, abstract }] : [],
    ),
  ]);
  for (const [at, { signature, record }] of arrivals.entries()) {
    if (!signature) continue;
    const told = { signature, abstract: record.abstract };
    for (const other of neighbors(signature))
      if (!('arrival' in other && other.arrival === at) && areOneWork(told, other))
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

/** Few works claim one DOI, and few records of a batch are of one work. */
const fewClaims = 20;

/**
 * Whether a record has nothing in common with a work but the DOI that both claim: each of the work's records of its source has
 * an identifier of its own there, and the descriptions contradict each other.
 */
function areTwoWorks(record: Named & Described, work: Described, records: Named[]): boolean {
  const namesakes = records.filter(({ source }) => source === record.source);
  const isNone = namesakes.every(({ sourceId }) => sourceId !== record.sourceId);
  return namesakes.length > 0 && isNone && shareNothing(record, work);
}

/** A signature of an arrival, by its place, or of a stored work. */
type Signed = Told & ({ arrival: number } | { work: number });

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
