import type { IndexPaper, Source } from '../core/types.ts';
import { toUnitLength } from '../core/unitLength.ts';
import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import { type Columns, columnsOf, joinColumns } from './columns.ts';
import type { DocStore } from './docStore.ts';
import { addStem, newVocabulary, type Vocabulary } from './vocabulary.ts';
import { type Texts, WrittenTexts } from './writtenTexts.ts';

export type PageReader = ReturnType<typeof newPageReader>;

/** A page of papers that was tokenized elsewhere. */
export interface ReadPage extends PaperFields {
  /** Terms are numbered as its reader met them. */
  texts: Texts;
  /** The reader's number among those whose pages are added to one store. */
  reader: number;
  /** The stems that the reader met in no page before, in their order. */
  stems: string[];
}

/** The memory of a page that is worth handing over to another thread instead of copying it. */
export const memoryOf = ({ texts: { tokens, offsets, text } }: ReadPage): ArrayBuffer[] =>
  [tokens, offsets, text].map(({ buffer }) => buffer as ArrayBuffer);

/** The data of a store besides its papers' texts. */
type PaperFields = { columns: Columns; embeddings: DocStore['embeddings'] };

/** Stores all papers. */
export async function storePapers(
  papers: readonly IndexPaper[],
  terms: Vocabulary,
  sources: readonly Source[],
  yielder: CooperativeYield,
): Promise<DocStore> {
  const writer = newStoreWriter(terms, sources, yielder);
  await writer.add(papers);
  return writer.finish();
}

/** Stores papers as they come, so that a corpus is nowhere held as strings. Its arrays are in shared memory. */
export function newStoreWriter(terms: Vocabulary, sources: readonly Source[], yielder: CooperativeYield) {
  const written = new WrittenTexts(terms);
  const fields: PaperFields[] = [];
  /** By reader: the number of each term that it has numbered. */
  const numbers = new Map<number, number[]>();
  return {
    /** Tokenizes papers and adds their stems to the vocabulary. One call at a time. */
    async add(papers: readonly IndexPaper[]) {
      await addTexts(written, papers, yielder);
      fields.push(await fieldsOf(papers, sources, yielder));
    },
    /** As `add`, of papers that a page reader has tokenized. The pages of one reader come in the order in which it read them. */
    addPage({ texts, reader, stems, ...page }: ReadPage) {
      const known = numbers.get(reader) ?? [];
      numbers.set(reader, known);
      for (const stem of stems) known.push(addStem(terms, stem));
      written.append(texts, known);
      fields.push(page);
    },
    /** All papers added, in that order. Nothing can be added afterwards. */
    finish(): DocStore {
      return {
        columns: joinColumns(fields.map(({ columns }) => ({ columns, keep: [...columns.ids.keys()] }))),
        ...written.finish(),
        embeddings: fields.flatMap(({ embeddings }) => embeddings),
      };
    },
  };
}

/**
 * Tokenizes pages for a store that another thread writes; so does each of several threads.
 * @param reader its number in the store
 */
export function newPageReader(reader: number, sources: readonly Source[], yielder: CooperativeYield) {
  const terms = newVocabulary();
  const written = new WrittenTexts(terms);
  return {
    /** One call at a time. */
    async read(papers: readonly IndexPaper[]): Promise<ReadPage> {
      const known = terms.stems.length;
      await addTexts(written, papers, yielder);
      const fields = await fieldsOf(papers, sources, yielder);
      return { reader, texts: written.take(), stems: terms.stems.slice(known), ...fields };
    },
  };
}

async function addTexts(written: WrittenTexts, papers: readonly IndexPaper[], yielder: CooperativeYield) {
  for (const paper of papers) {
    if (yielder.isDue()) await yielder.yield();
    written.add(paper);
  }
}

const fieldsOf = async (
  papers: readonly IndexPaper[],
  sources: readonly Source[],
  yielder: CooperativeYield,
): Promise<PaperFields> => ({
  columns: await columnsOf(papers, sources, yielder),
  embeddings: papers.map(({ vector }) => vector && unitLength(vector)),
});

/** A copy of length 1; null for a zero vector, which has no direction. */
function unitLength(vector: Float32Array): Float32Array | null {
  const unit = vector.slice();
  return toUnitLength(unit) ? unit : null;
}
