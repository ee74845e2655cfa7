import type { IndexPaper } from '#engine/core/types.ts';
import type { ReadPage } from '#engine/documents/storeWriter.ts';

/** Papers a page at a time; read again, they begin again. */
export type Pages = Iterable<IndexPaper[]> | AsyncIterable<IndexPaper[]>;

/** Threads that tokenize papers. The first also stores them; the others have numbers from 1 on. */
export interface PageReaders {
  count: number;
  /** The first thread tokenizes and stores a page. */
  store(papers: IndexPaper[], isFirst: boolean): Promise<unknown>;
  /** Another one tokenizes a page. One call at a time for each. */
  read(papers: IndexPaper[], reader: number, isFirst: boolean): Promise<ReadPage>;
  /** The first thread stores what another has tokenized. */
  storeRead(page: ReadPage): Promise<unknown>;
}

/** Pages that are on their way to one thread. */
const ahead = 2;

/**
 * Has pages tokenized by all threads in turn and stored by the first in their order, so that the index is the same however many
 * threads there are. Requests a page only if few are in progress. Returns whether there was any.
 * @throws what a thread or the pages throw, when no thread works at any of them any more.
 */
export async function storePages(pages: Pages, readers: PageReaders): Promise<boolean> {
  const { count } = readers;
  const waiting = count > 1 ? ahead * count : 1;
  const reads = Array.from({ length: count }, (): Promise<unknown> => Promise.resolve());
  const stored: Promise<unknown>[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const storeNext = (papers: IndexPaper[], at: number): Promise<unknown> => {
    const reader = at % count;
    if (reader === 0) return last.then(() => readers.store(papers, at === 0));
    const read = reads[reader]!.then(() => readers.read(papers, reader, at < count));
    reads[reader] = read;
    read.catch(ignored);
    return last.then(async () => readers.storeRead(await read));
  };
  try {
    for await (const papers of pages) {
      await stored[stored.length - waiting];
      last = storeNext(papers, stored.length);
      // Reading the next page may fail before this one is awaited.
      last.catch(ignored);
      stored.push(last);
    }
    await last;
  } finally {
    await Promise.allSettled([last, ...reads]);
  }
  return stored.length > 0;
}

const ignored = () => {};
