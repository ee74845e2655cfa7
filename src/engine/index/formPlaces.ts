import { GrowingNumbers } from '../core/sharedNumbers.ts';
import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import { textOf } from '../documents/docStore.ts';
import type { Vocabulary } from '../documents/vocabulary.ts';
import { newFormReader, type WordForm } from '../text/wordForms.ts';
import type { Segment } from './segment.ts';

/** Number of papers sampled for a stem, spread evenly over all. */
const sampled = 200;

/** Where a stem stands in the sampled papers, in their order. */
export interface FormPlaces {
  term: number;
  /** Positions among the store's tokens. */
  at: Uint32Array;
  /** By position: its form × 4, + 2 for the first position in a paper, + 1 in every other paper. */
  notes: Uint32Array;
}

/** The form in which a word is written at a position. */
export const formAt = ({ notes }: FormPlaces, i: number): WordForm => notes[i]! >>> 2;
/** Whether the previous position is in another paper. */
export const isFirstInPaper = ({ notes }: FormPlaces, i: number): boolean => (notes[i]! & 2) !== 0;
/** The half of the papers that a position belongs to: every other paper is in the second half. */
export const halfAt = ({ notes }: FormPlaces, i: number): 0 | 1 => (notes[i]! & 1) as 0 | 1;

/** The positions of plain words that from `least` to `most` papers have. Reads every paper once for all of them. */
export async function formPlaces(
  { store, terms, postings }: Pick<Segment, 'store' | 'terms' | 'postings'>,
  { stems }: Vocabulary,
  { least, most }: { least: number; most: number },
  yielder: CooperativeYield,
): Promise<FormPlaces[]> {
  const wanted = [...terms.keys()].filter((at) => {
    const papers = postings[at + 1]! - postings[at]!;
    return least <= papers && papers <= most && plain.test(stems[terms[at]!]!);
  });
  const rowOf = new Int32Array(stems.length).fill(-1);
  for (const [row, at] of wanted.entries()) rowOf[terms[at]!] = row;
  const sample = new Sample(wanted.map((at) => postings[at + 1]! - postings[at]!));
  const places = new Places();
  const readForm = newFormReader();
  for (let paper = 0; paper < store.size; paper++) {
    if (yielder.isDue()) await yielder.yield();
    let text = '';
    for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++) {
      const row = rowOf[store.tokens[at]! >>> 1]!;
      if (row < 0 || !sample.has(row, paper)) continue;
      // A synonym is not written in the text.
      if (store.tokens[at]! & 1) continue;
      text ||= textOf(store, paper);
      places.add(row, at, readForm(text, store.offsets[at]!) * 4 + sample.note(row, paper));
    }
  }
  return places.byRow(wanted.length).map((some, row) => ({ term: terms[wanted[row]!]!, ...some }));
}

const plain = /^[a-z]+$/;

/** The sampled papers of each row, evenly spread over all papers that have it. */
class Sample {
  private readonly papers: Uint32Array;
  private readonly met: Uint32Array;
  private readonly taken: Uint32Array;
  private readonly lastMet: Int32Array;
  private readonly lastTaken: Int32Array;
  private readonly lastNoted: Int32Array;

  constructor(papers: readonly number[]) {
    this.papers = Uint32Array.from(papers);
    this.met = new Uint32Array(papers.length);
    this.taken = new Uint32Array(papers.length);
    const never = () => new Int32Array(papers.length).fill(-1);
    this.lastMet = never();
    this.lastTaken = never();
    this.lastNoted = never();
  }

  /** Whether a paper that has the row is sampled. Call it with papers in their order. */
  has(row: number, paper: number): boolean {
    if (this.lastMet[row] !== paper) {
      this.lastMet[row] = paper;
      const papers = this.papers[row]!;
      const next = Math.floor((this.taken[row]! * papers) / Math.min(papers, sampled));
      if (this.met[row]!++ === next) {
        this.taken[row]!++;
        this.lastTaken[row] = paper;
      }
    }
    return this.lastTaken[row] === paper;
  }

  /** The note for a position in a sampled paper, as in `FormPlaces.notes`. */
  note(row: number, paper: number): number {
    const isFirst = this.lastNoted[row] === paper ? 0 : 2;
    this.lastNoted[row] = paper;
    return isFirst + (this.taken[row]! & 1);
  }
}

/** Collects positions as they come, and returns them by row. */
class Places {
  private length = 0;
  private readonly numbers = new GrowingNumbers(Uint32Array<SharedArrayBuffer>);

  add(row: number, at: number, note: number): void {
    this.numbers.makeRoom(this.length + 3).set([row, at, note], this.length);
    this.length += 3;
  }

  byRow(count: number): { at: Uint32Array; notes: Uint32Array }[] {
    const ends = new Uint32Array(count);
    const { numbers } = this.numbers;
    for (let i = 0; i < this.length; i += 3) ends[numbers[i]!]!++;
    for (let row = 1; row < count; row++) ends[row]! += ends[row - 1]!;
    const starts = Uint32Array.from(ends.keys(), (row) => (row > 0 ? ends[row - 1]! : 0));
    const next = starts.slice();
    const at = new Uint32Array(this.length / 3);
    const notes = new Uint32Array(this.length / 3);
    for (let i = 0; i < this.length; i += 3) {
      const to = next[numbers[i]!]!++;
      at[to] = numbers[i + 1]!;
      notes[to] = numbers[i + 2]!;
    }
    return Array.from(ends, (end, row) => ({
      at: at.subarray(starts[row], end),
      notes: notes.subarray(starts[row], end),
    }));
  }
}
