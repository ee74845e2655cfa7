import { GrowingNumbers } from '../core/sharedNumbers.ts';
import type { IndexPaper } from '../core/types.ts';
import { hashOf, type Run, type Units } from '../text/runs.ts';
import { scanSpans } from '../text/tokenize.ts';
import { definitionsOf } from './definitions.ts';
import { type DocStore, titleWeight } from './docStore.ts';
import { addStem, type Vocabulary } from './vocabulary.ts';

/** What a store holds of the texts of papers. */
export type Texts = Omit<DocStore, 'columns' | 'embeddings'>;

/** The texts of papers as they come, their tokens, and where each begins. The large arrays are in shared memory. */
export class WrittenTexts {
  private readonly terms: Vocabulary;
  private readonly runs: CodedRuns;
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
    this.runs = new CodedRuns(terms);
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

  /** Adds texts whose terms are numbered otherwise: `numbers[term]` is the number here. */
  append(texts: Texts, numbers: ArrayLike<number>): void {
    const count = this.starts.at(-1)!;
    const bytes = this.textStarts.at(-1)!;
    const codes = this.tokens.makeRoom(count + texts.tokens.length);
    for (const [i, code] of texts.tokens.entries()) codes[count + i] = numbers[code >>> 1]! * 2 + (code & 1);
    this.offsets.makeRoom(count + texts.offsets.length).set(texts.offsets, count);
    this.text.makeRoom(bytes + texts.text.length).set(texts.text, bytes);
    const defined = this.definitions.length;
    for (const number of renumbered(texts.definitions, numbers)) this.definitions.push(number);
    for (let paper = 0; paper < texts.size; paper++) {
      this.starts.push(count + texts.starts[paper + 1]!);
      this.titles.push(texts.titles[paper]!);
      this.lengths.push(texts.lengths[paper]!);
      this.textStarts.push(bytes + texts.textStarts[paper + 1]!);
      this.definitionStarts.push(defined + texts.definitionStarts[paper + 1]!);
    }
  }

  private addTokens(whole: string, titleLength: number): void {
    let count = this.starts.at(-1)!;
    // A character gives at most three tokens: a unit with its number.
    const tokens = this.tokens.makeRoom(count + whole.length * 3);
    const offsets = this.offsets.makeRoom(count + whole.length * 3);
    const { runs } = this;
    let length = 0;
    let ofTitle = 0;
    const addForm = (code: number, at: number, inTitle: boolean) => {
      tokens[count] = code;
      offsets[count++] = Math.min(at, 0xffff);
      if (!(code & 1)) length += inTitle ? titleWeight : 1;
      if (inTitle) ofTitle++;
    };
    const addRun = (run: Run, start: number) => {
      for (const [form, { from }] of run.forms.entries())
        addForm(runs.codeOf(run, form), start + from, start < titleLength);
    };
    scanSpans(
      whole,
      this.terms.runs,
      (units, from, to) => {
        const line = runs.find(whole, units, from, to);
        if (line < 0) return addRun(this.terms.runs.at(whole, units, from, to), from);
        const forms = runs.countAt(line);
        for (let form = 0; form < forms; form++)
          addForm(runs.codeAt(line, form), from + runs.offsetAt(line, form), from < titleLength);
      },
      addRun,
    );
    this.starts.push(count);
    this.titles.push(ofTitle);
    this.lengths.push(length);
  }

  /** A copy of all texts added, which can be handed to another thread; then begins again without any. */
  take(): Texts {
    const all = this.whole();
    for (const list of [this.starts, this.textStarts, this.definitionStarts]) list.length = 1;
    for (const list of [this.titles, this.lengths, this.definitions]) list.length = 0;
    return { ...all, tokens: all.tokens.slice(), offsets: all.offsets.slice(), text: all.text.slice() };
  }

  /** All texts added, where they are. Nothing can be added afterwards. */
  finish(): Texts {
    this.runs.close();
    return this.whole();
  }

  private whole(): Texts {
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

/** Definitions, as `definitionsOf` lists them, with the terms' other numbers. */
function renumbered(definitions: Uint32Array, numbers: ArrayLike<number>): Uint32Array {
  const other = definitions.map((term) => numbers[term]!);
  for (let place = 0; place < definitions.length; place += 2 + definitions[place + 1]!)
    other[place + 1] = definitions[place + 1]!;
  return other;
}

/** A line of sixteen numbers, the amount that a processor fetches from memory at a time. */
const lineSize = 16;
/** Its first numbers: the run's hash; its length × 256 + the number of its forms; then a code and an offset for each form. */
const firstForm = 2;
/** From here on its units. */
const firstUnit = 8;
const formsAtMost = (firstUnit - firstForm) / 2;
const unitsAtMost = (lineSize - firstUnit) * 2;
/** Eight megabytes, which building gives back at once: most of the 8.5 million runs of forty thousand papers are found here. */
const lineCount = 2 ** 17;

/**
 * What runs are in an index: the codes of their forms (`DocStore.tokens`) and where each begins. A short run is kept in the line
 * that its hash names, until another one of that line comes: found so, a run takes one look into memory, where a run with its
 * text, its forms and their stems takes nine.
 */
export class CodedRuns {
  private readonly numbers = new Int32Array(lineCount * lineSize);
  private readonly units = new Uint16Array(this.numbers.buffer);
  private readonly terms: Vocabulary;

  constructor(terms: Vocabulary) {
    this.terms = terms;
  }

  /** The line of a run, for `countAt`, `codeAt` and `offsetAt` until the next call; -1 for a run that fits in none. */
  find(text: string, units: Units, from: number, to: number): number {
    const size = to - from;
    if (size > unitsAtMost) return -1;
    const hash = hashOf(units, from, to);
    const line = ((hash ^ (hash >>> 15)) & (lineCount - 1)) * lineSize;
    const isThere = this.numbers[line] === hash && this.numbers[line + 1]! >>> 8 === size;
    if (isThere && this.isWritten(line, units, from, size)) return line;
    const run = this.terms.runs.at(text, units, from, to);
    if (run.forms.length > formsAtMost) return -1;
    this.numbers[line] = hash;
    this.numbers[line + 1] = size * 256 + run.forms.length;
    for (const [i, { from: offset }] of run.forms.entries()) {
      this.numbers[line + firstForm + 2 * i] = this.codeOf(run, i);
      this.numbers[line + firstForm + 2 * i + 1] = offset;
    }
    const at = (line + firstUnit) * 2;
    for (let i = 0; i < size; i++) this.units[at + i] = units[from + i]!;
    return line;
  }

  countAt(line: number): number {
    return this.numbers[line + 1]! & 255;
  }

  codeAt(line: number, form: number): number {
    return this.numbers[line + firstForm + 2 * form]!;
  }

  offsetAt(line: number, form: number): number {
    return this.numbers[line + firstForm + 2 * form + 1]!;
  }

  /** Twice the number of a form's stem, and one more for a synonym. */
  codeOf({ forms }: Run, form: number): number {
    const { stem, isSynonym } = forms[form]!;
    return addStem(this.terms, stem) * 2 + (isSynonym ? 1 : 0);
  }

  /** Frees the memory now, because a thread with nothing more to build may not collect garbage for hours. */
  close(): void {
    this.numbers.buffer.transfer(0);
  }

  private isWritten(line: number, units: Units, from: number, size: number): boolean {
    const at = (line + firstUnit) * 2;
    for (let i = 0; i < size; i++) if (this.units[at + i] !== units[from + i]) return false;
    return true;
  }
}
