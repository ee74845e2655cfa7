import { parentPort } from 'node:worker_threads';
import { shippedBackground } from '../documents/background.ts';
import { addStems, newVocabulary } from '../documents/vocabulary.ts';
import { buildIndex, openIndex, type UpdatableIndex } from '../engine/searchIndex.ts';
import type { IndexReader } from '../index/reader.ts';
import type { Candidates, IndexPaper, Ranked, Topic } from '../types.ts';
import { toSharedMemory } from './sharedMemory.ts';

/** What a ranking thread is asked; those with an `id` are answered. */
export type WorkerRequest =
  | ({ kind: 'install' } & Installed)
  /** Papers for the next `change`. */
  | { kind: 'papers'; papers: IndexPaper[] }
  | { kind: 'change'; id: number; removed: number[] }
  | { kind: 'merge'; id: number }
  | ({ kind: 'rank'; id: number } & RankRequest);

export interface RankRequest {
  topic: Topic;
  candidates: Candidates;
  options: { limit: number; floor: number };
}

/** An index as another thread can open it: its numbers lie in shared memory. */
export interface Installed {
  reader: Omit<IndexReader, 'vocabulary'>;
  /** The stems from number `from` on, a line each; from nought when the index was begun anew. */
  stems: string;
  from: number;
}

export interface Built extends Installed {
  size: number;
  segments: number;
}

export type WorkerReply = { id: number } & ({ ranked: Ranked[] } | { built: Built } | { failure: unknown });

const port = parentPort!;
let index: UpdatableIndex | null = null;
let incoming: IndexPaper[] = [];
/** Stems that the other threads know. */
let sharedStems = 0;

port.on('message', (ask: WorkerRequest) => {
  if (ask.kind === 'install') install(ask);
  else if (ask.kind === 'papers') incoming.push(...ask.papers);
  else
    answer(ask).then(
      (answer) => port.postMessage({ id: ask.id, ...answer }),
      (failure: unknown) => port.postMessage({ id: ask.id, failure }),
    );
});

async function answer(ask: Exclude<WorkerRequest, { kind: 'install' | 'papers' }>) {
  if (ask.kind === 'rank') return { ranked: index ? index.rank(ask.topic, ask.candidates, ask.options) : [] };
  if (ask.kind === 'merge') return { built: publish(await (index ?? (await buildIndex([]))).merged()) };
  const papers = incoming;
  incoming = [];
  return {
    built: publish(index?.size ? await index.changed(papers, ask.removed) : await buildIndex(papers)),
  };
}

/** Takes the newer index into use, from shared memory, and says what the other threads need to do the same. */
function publish(newer: UpdatableIndex): Built {
  const { vocabulary: terms, ...numbers } = newer.reader;
  const from = terms === index?.reader.vocabulary ? sharedStems : 0;
  const stems = terms.stems.slice(from).join('\n');
  sharedStems = terms.stems.length;
  const reader = toSharedMemory(numbers);
  index = openIndex({ ...reader, vocabulary: terms }, shippedBackground());
  return { reader, stems, from, size: index.size, segments: index.segmentCount };
}

function install({ reader, stems, from }: Installed): void {
  const known = from === 0 ? newVocabulary() : index!.reader.vocabulary;
  const terms = addStems(known, stems ? stems.split('\n') : []);
  sharedStems = terms.stems.length;
  index = openIndex({ ...reader, vocabulary: terms }, shippedBackground());
}
