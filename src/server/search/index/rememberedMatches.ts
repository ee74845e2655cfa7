import { RecentlyUsed } from '../core/recentlyUsed.ts';
import type { Matches } from './matches.ts';
import type { IndexReader } from './reader.ts';

/** Limit on the documents in all cached lists together: eight bytes each, in every thread. */
const documentsAtMost = 500_000;
/** Cost of a list in documents, because an empty list takes memory too. */
const costOfEntry = 20;

const keptByReader = new WeakMap<IndexReader, RecentlyUsed<Matches>>();

/**
 * The documents found for a name, cached per index because topics share many names (ICU, COVID-19, cancer and its
 * synonyms). Drops the least recently used lists.
 */
export function remembered(reader: IndexReader, key: string, find: () => Matches): Matches {
  const kept = keptByReader.get(reader) ?? new RecentlyUsed<Matches>(documentsAtMost, costOf);
  keptByReader.set(reader, kept);
  return kept.get(key, find);
}

const costOf = ({ docIds }: Matches): number => docIds.length + costOfEntry;
