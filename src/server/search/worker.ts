import { parentPort, workerData } from 'node:worker_threads';
import type { IndexPaper, LearnedNames, Question, Source } from '#engine/core/types.ts';
import { newYielder } from '#engine/core/yieldToEventLoop.ts';
import { readBackground } from '#engine/documents/background.ts';
import { memoryOf, newPageReader, type PageReader, type ReadPage } from '#engine/documents/storeWriter.ts';
import { addStems, newVocabulary } from '#engine/documents/vocabulary.ts';
import type { IndexReader } from '#engine/index/reader.ts';
import {
  type Arrivals,
  buildIndex,
  newArrivals,
  openIndex,
  type UpdatableIndex,
} from '#engine/searchIndex.ts';
import { otherNames } from '#engine/understanding/otherNames.ts';
import { toSharedMemory } from './sharedMemory.ts';

/** Messages to a ranking thread; those with an `id` get a reply. */
export type WorkerRequest =
  | ({ kind: 'install' } & Installed)
  | { kind: 'learn'; names: LearnedNames }
  /** Answered once the thread has started. */
  | { kind: 'ready'; id: number }
  /** A page of papers for the next `change`. What came before its first request belongs to one that was given up. */
  | { kind: 'papers'; id: number; papers: IndexPaper[]; isFirst: boolean }
  /** A page to be tokenized only, for the thread that stores it; `reader` is this thread's number. */
  | { kind: 'read'; id: number; papers: IndexPaper[]; reader: number; isFirst: boolean }
  /** A page for the next `change`, as another thread has read it. */
  | { kind: 'page'; id: number; page: ReadPage }
  | { kind: 'change'; id: number; removed: number[]; isFirst: boolean }
  | { kind: 'merge'; id: number }
  /** A question to the newest index. */
  | { kind: 'ask'; id: number; name: Question; given: unknown[] };

/** An index that another thread can open: its numbers are in shared memory. */
export interface Installed {
  reader: Omit<IndexReader, 'vocabulary' | 'names' | 'sources'>;
  /** The stems from number `from` on, one per line; from 0 after a rebuild. */
  stems: string;
  from: number;
}

export interface Built extends Installed {
  size: number;
  segments: number;
}

export type WorkerReply = { id: number } & (
  | { answer: unknown }
  /** Ranked papers come as JSON, which is cheaper to hand over than the objects. */
  | { json: string }
  | { stored: number }
  | { read: ReadPage }
  | { built: Built }
  | { failure: unknown }
);

/** What a thread starts with. */
export interface WorkerData {
  /** Those that papers of the index come from. */
  sources: readonly Source[];
}

const port = parentPort!;
const { sources } = workerData as WorkerData;
const background = readBackground();
/** What records taught comes later. */
let names = otherNames();
let index: UpdatableIndex | null = null;
let arriving: Arrivals | null = null;
let reading: PageReader | null = null;
/** How many stems the other threads have. */
let sharedStems = 0;

port.on('message', (request: WorkerRequest) => {
  if (request.kind === 'install') install(request);
  else if (request.kind === 'learn') {
    names = otherNames(request.names);
    if (index) index = openIndex({ ...index.reader, names }, background);
  } else
    handle(request).then(
      (reply) =>
        port.postMessage(
          { id: request.id, ...reply },
          'read' in reply && reply.read ? memoryOf(reply.read) : [],
        ),
      (failure: unknown) => port.postMessage({ id: request.id, failure }),
    );
});

async function handle(request: Exclude<WorkerRequest, { kind: 'install' | 'learn' }>) {
  if (request.kind === 'ready') return { stored: 0 };
  if (request.kind === 'ask') {
    const { name, given } = request;
    const asked = (await present()) as unknown as Record<Question, (...given: unknown[]) => unknown>;
    const answer = await asked[name](...given);
    return name === 'rank' || name === 'shortlist' ? { json: JSON.stringify(answer) } : { answer };
  }
  if (request.kind === 'merge') return { built: publish(await (await present()).merged()) };
  if (request.kind === 'read') {
    if (request.isFirst) reading = newPageReader(request.reader, sources, newYielder());
    return { read: await reading!.read(request.papers) };
  }
  if ('isFirst' in request && request.isFirst) arriving = newArrivals(index, options());
  const arrivals = arriving!;
  if (request.kind === 'papers') {
    await arrivals.add(request.papers);
    return { stored: request.papers.length };
  }
  if (request.kind === 'page') {
    arrivals.addPage(request.page);
    return { stored: request.page.texts.size };
  }
  arriving = null;
  return { built: publish(await arrivals.index(request.removed)) };
}

const options = () => ({ sources, names, background });

const present = async (): Promise<UpdatableIndex> => index ?? buildIndex([], options());

/** Switches to the newer index, moved to shared memory, and returns what the other threads need to open it. */
function publish(newer: UpdatableIndex): Built {
  const { vocabulary: terms, names: _names, sources: _sources, ...numbers } = newer.reader;
  const from = terms === index?.reader.vocabulary ? sharedStems : 0;
  const stems = terms.stems.slice(from).join('\n');
  sharedStems = terms.stems.length;
  const reader = toSharedMemory(numbers);
  index = openIndex({ ...reader, vocabulary: terms, names, sources }, background);
  return { reader, stems, from, size: index.size, segments: index.segmentCount };
}

function install({ reader, stems, from }: Installed): void {
  reading = null;
  const known = from === 0 ? newVocabulary() : index!.reader.vocabulary;
  const terms = addStems(known, stems ? stems.split('\n') : []);
  sharedStems = terms.stems.length;
  index = openIndex({ ...reader, vocabulary: terms, names, sources }, background);
}
