import { sharedNumbers } from '../core/sharedNumbers.ts';
import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import { type Columns, joinColumns } from './columns.ts';

/** Papers as flat arrays: their tokens in reading order, the offset of each token, and the text itself. */
export interface DocStore {
  size: number;
  columns: Columns;
  /** `tokens[starts[i] … starts[i + 1]]` are paper i's tokens: term × 2, + 1 for a synonym at the same position. */
  starts: Uint32Array;
  tokens: Uint32Array;
  /** Offset of each token in `textOf`, in UTF-16 units. */
  offsets: Uint16Array;
  /** Number of tokens in each title. */
  titles: Uint16Array;
  /** Length of each paper in words, a title word counting `titleWeight` times. */
  lengths: Float32Array;
  textStarts: Uint32Array;
  /** UTF-8, which takes half the memory of a string with a Greek letter. */
  text: Uint8Array;
  /** `definitions[definitionStarts[i] … definitionStarts[i + 1]]` are paper i's definitions; see `definitionsOf`. */
  definitionStarts: Uint32Array;
  definitions: Uint32Array;
  /** Unit vectors from the embeddings server; null for a paper without one. */
  embeddings: (Float32Array | null)[];
}

/** Number of words in the abstract that one title word counts for. */
export const titleWeight = 3;

/** A paper's text: title, line feed, abstract. */
export function textOf({ text, textStarts }: DocStore, paper: number): string {
  const [from, to] = [textStarts[paper], textStarts[paper + 1]];
  return Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('utf8', from, to);
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
    tokens: sharedNumbers(Uint32Array, starts[size]!),
    offsets: sharedNumbers(Uint16Array, starts[size]!),
    titles: Uint16Array.from(kept, ({ store, paper }) => store.titles[paper]!),
    lengths: Float32Array.from(kept, ({ store, paper }) => store.lengths[paper]!),
    textStarts,
    text: sharedNumbers(Uint8Array, textStarts[size]!),
    definitionStarts,
    definitions: new Uint32Array(definitionStarts[size]!),
    embeddings: kept.map(({ store, paper }) => store.embeddings[paper]!),
  };
  for (const [i, { store, paper }] of kept.entries()) {
    if (yielder.isDue()) await yielder.yield();
    joined.tokens.set(store.tokens.subarray(store.starts[paper], store.starts[paper + 1]), starts[i]);
    joined.offsets.set(store.offsets.subarray(store.starts[paper], store.starts[paper + 1]), starts[i]);
    const { definitions, definitionStarts: from } = store;
    joined.definitions.set(definitions.subarray(from[paper], from[paper + 1]), definitionStarts[i]);
    joined.text.set(store.text.subarray(store.textStarts[paper], store.textStarts[paper + 1]), textStarts[i]);
  }
  return joined;
}
