import { scan } from './analyse.ts';
import type { Breath } from './breath.ts';
import type { IndexPaper } from './ranked.ts';
import { type Terms, termNumber } from './terms.ts';

/**
 * Papers in reading order, as flat arrays: their tokens, where each was written, and the text itself.
 * What is counted, quoted or compared later comes from here.
 */
export interface Store {
  size: number;
  papers: PaperFacts[];
  /** `tokens[starts[i] … starts[i + 1]]` are paper i's: term number × 2, + 1 for a reading beside the word. */
  starts: Uint32Array;
  tokens: Uint32Array;
  /** Where each token was written, in UTF-16 units of `textOf`. */
  written: Uint16Array;
  /** How many of a paper's tokens are its title's. */
  titles: Uint16Array;
  /** Words of the paper, a title word counting `titleWeight` times. */
  lengths: Float32Array;
  textStarts: Uint32Array;
  /** UTF-8: half the memory of strings with a Greek letter in them. */
  text: Uint8Array;
}

/** A paper without its text. */
export type PaperFacts = Omit<IndexPaper, 'abstract'>;

/** A word of the title says more about a paper than one of its abstract. */
export const titleWeight = 3;

export async function storePapers(
  papers: readonly IndexPaper[],
  terms: Terms,
  breath: Breath,
): Promise<Store> {
  const tokens = new Growing(papers.length * 160);
  const starts = new Uint32Array(papers.length + 1);
  const titles = new Uint16Array(papers.length);
  const lengths = new Float32Array(papers.length);
  const texts: Uint8Array[] = [];
  const textStarts = new Uint32Array(papers.length + 1);
  const facts: PaperFacts[] = [];
  for (const [i, { abstract, ...paper }] of papers.entries()) {
    if (breath.due()) await breath.take();
    const text = textFor(paper.title, abstract);
    const inTitle = paper.title.length;
    let weight = 0;
    scan(text, (forms, start) => {
      const title = start < inTitle;
      for (const { stem, from, beside } of forms) {
        tokens.push(termNumber(terms, stem) * 2 + (beside ? 1 : 0), Math.min(start + from, 0xffff));
        if (!beside) weight += title ? titleWeight : 1;
        if (title) titles[i]!++;
      }
    });
    starts[i + 1] = tokens.length;
    lengths[i] = weight;
    const bytes = Buffer.from(text);
    texts.push(bytes);
    textStarts[i + 1] = textStarts[i]! + bytes.length;
    facts.push(paper);
  }
  return {
    size: papers.length,
    papers: facts,
    starts,
    ...tokens.trimmed(),
    titles,
    lengths,
    textStarts,
    text: Buffer.concat(texts),
  };
}

const textFor = (title: string, abstract: string | null) => (abstract ? `${title}\n${abstract}` : title);

/** Title, line feed, abstract. */
export function textOf(store: Store, paper: number): string {
  return Buffer.from(store.text.buffer, store.text.byteOffset, store.text.byteLength).toString(
    'utf8',
    store.textStarts[paper],
    store.textStarts[paper + 1],
  );
}

/** The papers of several stores that `keep` names, as one. */
export function joinStores(stores: readonly { store: Store; keep: (paper: number) => boolean }[]): Store {
  const kept = stores.flatMap(({ store, keep }) =>
    Array.from({ length: store.size }, (_, paper) => ({ store, paper })).filter(({ paper }) => keep(paper)),
  );
  const size = kept.length;
  const starts = new Uint32Array(size + 1);
  const textStarts = new Uint32Array(size + 1);
  for (const [i, { store, paper }] of kept.entries()) {
    starts[i + 1] = starts[i]! + store.starts[paper + 1]! - store.starts[paper]!;
    textStarts[i + 1] = textStarts[i]! + store.textStarts[paper + 1]! - store.textStarts[paper]!;
  }
  const joined: Store = {
    size,
    papers: kept.map(({ store, paper }) => store.papers[paper]!),
    starts,
    tokens: new Uint32Array(starts[size]!),
    written: new Uint16Array(starts[size]!),
    titles: Uint16Array.from(kept, ({ store, paper }) => store.titles[paper]!),
    lengths: Float32Array.from(kept, ({ store, paper }) => store.lengths[paper]!),
    textStarts,
    text: new Uint8Array(textStarts[size]!),
  };
  for (const [i, { store, paper }] of kept.entries()) {
    joined.tokens.set(store.tokens.subarray(store.starts[paper], store.starts[paper + 1]), starts[i]);
    joined.written.set(store.written.subarray(store.starts[paper], store.starts[paper + 1]), starts[i]);
    joined.text.set(store.text.subarray(store.textStarts[paper], store.textStarts[paper + 1]), textStarts[i]);
  }
  return joined;
}

class Growing {
  length = 0;
  private tokens: Uint32Array;
  private written: Uint16Array;

  constructor(room: number) {
    this.tokens = new Uint32Array(Math.max(room, 1024));
    this.written = new Uint16Array(this.tokens.length);
  }

  push(token: number, written: number): void {
    if (this.length === this.tokens.length) {
      const { tokens, written } = this;
      this.tokens = new Uint32Array(tokens.length * 2);
      this.written = new Uint16Array(tokens.length * 2);
      this.tokens.set(tokens);
      this.written.set(written);
    }
    this.tokens[this.length] = token;
    this.written[this.length++] = written;
  }

  trimmed(): { tokens: Uint32Array; written: Uint16Array } {
    return { tokens: this.tokens.slice(0, this.length), written: this.written.slice(0, this.length) };
  }
}
