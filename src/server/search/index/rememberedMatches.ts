import type { Matches } from './matches.ts';
import type { IndexReader } from './reader.ts';

/** Documents in all kept lists together: eight bytes each, in every thread. */
const documentsAtMost = 500_000;
/** An empty list takes memory too. */
const costOfEntry = 20;

interface Kept {
  lists: Map<string, Matches>;
  documents: number;
}

const keptByReader = new WeakMap<IndexReader, Kept>();

/**
 * The documents found for a name, kept per index: topics have many names in common (ICU, COVID-19, cancer with its other
 * words). Those that were not asked for the longest are dropped.
 */
export function remembered(reader: IndexReader, key: string, find: () => Matches): Matches {
  const kept = keptByReader.get(reader) ?? { lists: new Map<string, Matches>(), documents: 0 };
  keptByReader.set(reader, kept);
  const before = kept.lists.get(key);
  if (before) {
    kept.lists.delete(key);
    kept.lists.set(key, before);
    return before;
  }
  const found = find();
  kept.lists.set(key, found);
  kept.documents += costOf(found);
  for (const [oldest, list] of kept.lists) {
    if (kept.documents <= documentsAtMost || oldest === key) break;
    kept.lists.delete(oldest);
    kept.documents -= costOf(list);
  }
  return found;
}

const costOf = ({ docIds }: Matches): number => docIds.length + costOfEntry;
