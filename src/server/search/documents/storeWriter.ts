import { toUnitLength } from '#platform/unitLength.ts';
import { GrowingNumbers } from '../core/sharedNumbers.ts';
import type { IndexPaper } from '../core/types.ts';
import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import { forgetRareRuns, type Run, scanRuns } from '../text/tokenize.ts';
import { type Columns, columnsOf, joinColumns } from './columns.ts';
import { definitionsOf } from './definitions.ts';
import { type DocStore, titleWeight } from './docStore.ts';
import { addStem, type Vocabulary } from './vocabulary.ts';

/** Stores papers as they come, so that a corpus is nowhere held as strings. Its arrays are in shared memory. */
export interface StoreWriter {
  /** Tokenizes papers and adds their stems to the vocabulary. One call at a time. */
  add(papers: readonly IndexPaper[]): Promise<void>;
  /** All papers added, in that order. Nothing can be added afterwards. */
  finish(): DocStore;
}

/** Stores all papers at once. */
export async function storePapers(
  papers: readonly IndexPaper[],
  terms: Vocabulary,
  yielder: CooperativeYield,
): Promise<DocStore> {
  const writer = newStoreWriter(terms, yielder);
  await writer.add(papers);
  return writer.finish();
}

/** A store without papers, to which they are added. */
export function newStoreWriter(terms: Vocabulary, yielder: CooperativeYield): StoreWriter {
  const written = new Written(terms);
  const columns: Columns[] = [];
  const embeddings: DocStore['embeddings'] = [];
  return {
    async add(papers) {
      for (const paper of papers) {
        if (yielder.isDue()) await yielder.yield();
        written.add(paper);
        embeddings.push(paper.vector && unitLength(paper.vector));
      }
      columns.push(await columnsOf(papers, yielder));
    },
    finish() {
      forgetRareRuns();
      return {
        columns: joinColumns(columns.map((one) => ({ columns: one, keep: [...one.ids.keys()] }))),
        ...written.finish(),
        embeddings,
      };
    },
  };
}

/** The texts of papers, their tokens, and where each begins. */
class Written {
  private readonly terms: Vocabulary;
  private readonly tokens = new GrowingNumbers(Uint32Array<SharedArrayBuffer>);
  private readonly offsets = new GrowingNumbers(Uint16Array<SharedArrayBuffer>);
  private readonly text = new GrowingNumbers(Uint8Array<SharedArrayBuffer>);
  private readonly starts = [0];
  private readonly titles: number[] = [];
  private readonly lengths: number[] = [];
  private readonly textStarts = [0];
  private readonly definitionStarts = [0];
  private readonly definitions: number[] = [];

  constructor(terms: Vocabulary) {
    this.terms = terms;
  }

  add({ title, abstract }: Pick<IndexPaper, 'title' | 'abstract'>): void {
    const whole = abstract ? `${title}\n${abstract}` : title;
    this.addTokens(whole, title.length);
    this.definitions.push(...definitionsOf(whole, this.terms));
    this.definitionStarts.push(this.definitions.length);
    const from = this.textStarts.at(-1)!;
    const bytes = Buffer.from(whole);
    this.text.makeRoom(from + bytes.length).set(bytes, from);
    this.textStarts.push(from + bytes.length);
  }

  private addTokens(whole: string, titleLength: number): void {
    let count = this.starts.at(-1)!;
    // A character gives at most three tokens: a unit with its number.
    const tokens = this.tokens.makeRoom(count + whole.length * 3);
    const offsets = this.offsets.makeRoom(count + whole.length * 3);
    let length = 0;
    let ofTitle = 0;
    scanRuns(whole, (run, start) => {
      const inTitle = start < titleLength;
      const { forms } = run;
      const codes = this.codesOf(run);
      for (let form = 0; form < codes.length; form++) {
        const code = codes[form]!;
        tokens[count] = code;
        offsets[count++] = Math.min(start + forms[form]!.from, 0xffff);
        if (!(code & 1)) length += inTitle ? titleWeight : 1;
        if (inTitle) ofTitle++;
      }
    });
    this.starts.push(count);
    this.titles.push(ofTitle);
    this.lengths.push(length);
  }

  /** Twice each stem's number, and one more for a synonym: looked up once for each run that is kept, not for each token. */
  private codesOf(run: Run): readonly number[] {
    if (run.codedFor !== this.terms) {
      run.codes = run.forms.map(({ stem, isSynonym }) => addStem(this.terms, stem) * 2 + (isSynonym ? 1 : 0));
      run.codedFor = this.terms;
    }
    return run.codes;
  }

  finish(): Omit<DocStore, 'columns' | 'embeddings'> {
    const tokens = this.starts.at(-1)!;
    return {
      size: this.titles.length,
      starts: Uint32Array.from(this.starts),
      tokens: this.tokens.first(tokens),
      offsets: this.offsets.first(tokens),
      titles: Uint16Array.from(this.titles),
      lengths: Float32Array.from(this.lengths),
      textStarts: Uint32Array.from(this.textStarts),
      text: this.text.first(this.textStarts.at(-1)!),
      definitionStarts: Uint32Array.from(this.definitionStarts),
      definitions: Uint32Array.from(this.definitions),
    };
  }
}

/** A copy of length 1; null for a zero vector, which has no direction. */
function unitLength(vector: Float32Array): Float32Array | null {
  const unit = vector.slice();
  return toUnitLength(unit) ? unit : null;
}
