import { RecentlyUsed } from '../core/recentlyUsed.ts';
import type { Matches } from './matches.ts';
import type { IndexReader } from './reader.ts';

/** Documents in all kept lists together: eight bytes each, in every thread. */
const documentsAtMost = 500_000;
/** An empty list takes memory too. */
const costOfEntry = 20;

const keptByReader = new WeakMap<IndexReader, RecentlyUsed<Matches>>();

/**
 * The documents found for a name, kept per index: topics have many names in common (ICU, COVID-19, cancer with its other
 * words). Those that were not asked for the longest are dropped.
 */
export function remembered(reader: IndexReader, key: string, find: () => Matches): Matches {
  const kept = keptByReader.get(reader) ?? new RecentlyUsed<Matches>(documentsAtMost, costOf);
  keptByReader.set(reader, kept);
  return kept.get(key, find);
}

const costOf = ({ docIds }: Matches): number => docIds.length + costOfEntry;
