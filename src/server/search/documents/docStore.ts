import { toUnitLength } from '#platform/unitLength.ts';
import type { IndexPaper } from '../core/types.ts';
import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import { scan } from '../text/tokenize.ts';
import { type Columns, columnsOf, joinColumns } from './columns.ts';
import { definitionsOf } from './definitions.ts';
import { addStem, type Vocabulary } from './vocabulary.ts';

/** Papers as flat arrays: their tokens in reading order, the offset of each token, and the text itself. */
export interface DocStore {
  size: number;
  columns: Columns;
  /** `tokens[starts[i] … starts[i + 1]]` are paper i's: term number × 2, + 1 for a synonym at the same position. */
  starts: Uint32Array;
  tokens: Uint32Array;
  /** Offset of each token in `textOf`, in UTF-16 units. */
  offsets: Uint16Array;
  /** Number of tokens in each title. */
  titles: Uint16Array;
  /** Length of each paper in words, a title word counting `titleWeight` times. */
  lengths: Float32Array;
  textStarts: Uint32Array;
  /** UTF-8: half the memory of a string that contains a Greek letter. */
  text: Uint8Array;
  /** `definitions[definitionStarts[i] … definitionStarts[i + 1]]` are paper i's; see `definitionsOf`. */
  definitionStarts: Uint32Array;
  definitions: Uint32Array;
  /** Vectors of the embeddings server, of length 1; null for a paper without one. */
  embeddings: (Float32Array | null)[];
}

/** How many words of the abstract one title word counts for. */
export const titleWeight = 3;

/** Tokenizes papers and adds their stems to the vocabulary. */
export async function storePapers(
  papers: readonly IndexPaper[],
  terms: Vocabulary,
  yielder: CooperativeYield,
): Promise<DocStore> {
  const starts = new Uint32Array(papers.length + 1);
  const titles = new Uint16Array(papers.length);
  const lengths = new Float32Array(papers.length);
  const textStarts = new Uint32Array(papers.length + 1);
  let characters = 0;
  for (const { title, abstract } of papers) characters += title.length + (abstract?.length ?? 0) + 1;
  let tokens = new Uint32Array(Math.ceil(characters / 8));
  let written = new Uint16Array(tokens.length);
  let text = new Uint8Array(Math.ceil(characters * 1.02));
  const definitionStarts = new Uint32Array(papers.length + 1);
  const definitions: number[] = [];
  let count = 0;
  let bytes = 0;
  const encoder = new TextEncoder();
  for (const [i, { title, abstract }] of papers.entries()) {
    if (yielder.isDue()) await yielder.yield();
    const whole = abstract ? `${title}\n${abstract}` : title;
    if (text.length < bytes + whole.length * 3) text = grown(text, whole.length * 3);
    // A character gives at most three tokens: a unit with its number.
    if (tokens.length < count + whole.length * 3) {
      tokens = grown(tokens, whole.length * 3);
      written = grown(written, whole.length * 3);
    }
    let weight = 0;
    scan(whole, (forms, start) => {
      const inTitle = start < title.length;
      for (const { stem, from, isSynonym } of forms) {
        tokens[count] = addStem(terms, stem) * 2 + (isSynonym ? 1 : 0);
        written[count++] = Math.min(start + from, 0xffff);
        if (!isSynonym) weight += inTitle ? titleWeight : 1;
        if (inTitle) titles[i]!++;
      }
    });
    definitions.push(...definitionsOf(whole, terms));
    definitionStarts[i + 1] = definitions.length;
    starts[i + 1] = count;
    lengths[i] = weight;
    bytes += encoder.encodeInto(whole, text.subarray(bytes)).written;
    textStarts[i + 1] = bytes;
  }
  const columns = await columnsOf(papers, yielder);
  await yielder.yield();
  tokens = tokens.slice(0, count);
  await yielder.yield();
  written = written.slice(0, count);
  text = text.slice(0, bytes);
  await yielder.yield();
  return {
    size: papers.length,
    columns,
    starts,
    tokens,
    offsets: written,
    titles,
    lengths,
    textStarts,
    text,
    definitionStarts,
    definitions: Uint32Array.from(definitions),
    embeddings: papers.map(({ vector }) => vector && unitLength(vector)),
  };
}

function grown<Numbers extends Uint8Array | Uint16Array | Uint32Array>(
  numbers: Numbers,
  more: number,
): Numbers {
  const wider = new (numbers.constructor as new (length: number) => Numbers)(
    Math.ceil(numbers.length * 1.3) + more,
  );
  wider.set(numbers);
  return wider;
}

/** A copy of length 1; null for a zero vector, which has no direction. */
function unitLength(vector: Float32Array): Float32Array | null {
  const unit = vector.slice();
  return toUnitLength(unit) ? unit : null;
}

/** A paper's text: title, line feed, abstract. */
export function textOf({ text, textStarts }: DocStore, paper: number): string {
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString(
    'utf8',
    textStarts[paper],
    textStarts[paper + 1],
  );
}

/** Concatenates the papers `keep` of several stores. */
export async function joinStores(
  parts: readonly { store: DocStore; keep: readonly number[] }[],
  yielder: CooperativeYield,
): Promise<DocStore> {
  const kept = parts.flatMap(({ store, keep }) => keep.map((paper) => ({ store, paper })));
  const size = kept.length;
  const starts = new Uint32Array(size + 1);
  const textStarts = new Uint32Array(size + 1);
  const definitionStarts = new Uint32Array(size + 1);
  for (const [i, { store, paper }] of kept.entries()) {
    starts[i + 1] = starts[i]! + store.starts[paper + 1]! - store.starts[paper]!;
    definitionStarts[i + 1] =
      definitionStarts[i]! + store.definitionStarts[paper + 1]! - store.definitionStarts[paper]!;
    textStarts[i + 1] = textStarts[i]! + store.textStarts[paper + 1]! - store.textStarts[paper]!;
  }
  const joined: DocStore = {
    size,
    columns: joinColumns(parts.map(({ store, keep }) => ({ columns: store.columns, keep }))),
    starts,
    tokens: new Uint32Array(starts[size]!),
    offsets: new Uint16Array(starts[size]!),
    titles: Uint16Array.from(kept, ({ store, paper }) => store.titles[paper]!),
    lengths: Float32Array.from(kept, ({ store, paper }) => store.lengths[paper]!),
    textStarts,
    text: new Uint8Array(textStarts[size]!),
    definitionStarts,
    definitions: new Uint32Array(definitionStarts[size]!),
    embeddings: kept.map(({ store, paper }) => store.embeddings[paper]!),
  };
  for (const [i, { store, paper }] of kept.entries()) {
    if (yielder.isDue()) await yielder.yield();
    joined.tokens.set(store.tokens.subarray(store.starts[paper], store.starts[paper + 1]), starts[i]);
    joined.offsets.set(store.offsets.subarray(store.starts[paper], store.starts[paper + 1]), starts[i]);
    joined.definitions.set(
      store.definitions.subarray(store.definitionStarts[paper], store.definitionStarts[paper + 1]),
      definitionStarts[i],
    );
    joined.text.set(store.text.subarray(store.textStarts[paper], store.textStarts[paper + 1]), textStarts[i]);
  }
  return joined;
}
