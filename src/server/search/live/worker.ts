import { parentPort } from 'node:worker_threads';
import { shippedBackground } from '../documents/background.ts';
import { addTerms, newTerms } from '../documents/vocabulary.ts';
import { buildIndex, type LibraryIndex, openShelf } from '../engine/searchIndex.ts';
import type { Shelf } from '../index/reader.ts';
import type { Candidates, IndexPaper, Ranked, Topic } from '../types.ts';
import { share } from './sharedMemory.ts';

/** What a ranking thread is asked; those with an `id` are answered. */
export type Ask =
  | ({ kind: 'install' } & Installed)
  /** Papers for the next `change`. */
  | { kind: 'papers'; papers: IndexPaper[] }
  | { kind: 'change'; id: number; removed: number[] }
  | { kind: 'merge'; id: number }
  | ({ kind: 'rank'; id: number } & Question);

export interface Question {
  topic: Topic;
  candidates: Candidates;
  options: { limit: number; floor: number };
}

/** An index as another thread can open it: its numbers lie in shared memory. */
export interface Installed {
  shelf: Omit<Shelf, 'terms'>;
  /** The stems from number `from` on, a line each; from nought when the index was begun anew. */
  stems: string;
  from: number;
}

export interface Built extends Installed {
  size: number;
  segments: number;
}

export type Answer = { id: number } & ({ ranked: Ranked[] } | { built: Built } | { failure: unknown });

const port = parentPort!;
let index: LibraryIndex | null = null;
let incoming: IndexPaper[] = [];
/** Stems that the other threads know. */
let toldStems = 0;

port.on('message', (ask: Ask) => {
  if (ask.kind === 'install') install(ask);
  else if (ask.kind === 'papers') incoming.push(...ask.papers);
  else
    answer(ask).then(
      (answer) => port.postMessage({ id: ask.id, ...answer }),
      (failure: unknown) => port.postMessage({ id: ask.id, failure }),
    );
});

async function answer(ask: Exclude<Ask, { kind: 'install' | 'papers' }>) {
  if (ask.kind === 'rank') return { ranked: index ? index.rank(ask.topic, ask.candidates, ask.options) : [] };
  if (ask.kind === 'merge') return { built: publish(await (index ?? (await buildIndex([]))).merged()) };
  const papers = incoming;
  incoming = [];
  return {
    built: publish(index?.size ? await index.changed(papers, ask.removed) : await buildIndex(papers)),
  };
}

/** Takes the newer index into use, from shared memory, and says what the other threads need to do the same. */
function publish(newer: LibraryIndex): Built {
  const { terms, ...numbers } = newer.shelf;
  const from = terms === index?.shelf.terms ? toldStems : 0;
  const stems = terms.stems.slice(from).join('\n');
  toldStems = terms.stems.length;
  const shelf = share(numbers);
  index = openShelf({ ...shelf, terms }, shippedBackground());
  return { shelf, stems, from, size: index.size, segments: index.segments };
}

function install({ shelf, stems, from }: Installed): void {
  const known = from === 0 ? newTerms() : index!.shelf.terms;
  const terms = addTerms(known, stems ? stems.split('\n') : []);
  toldStems = terms.stems.length;
  index = openShelf({ ...shelf, terms }, shippedBackground());
}
