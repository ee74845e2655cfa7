import { hashOf, type Run, runAt } from '../text/runs.ts';
import type { Units } from '../text/units.ts';
import { addStem, type Vocabulary } from './vocabulary.ts';

/** A line of sixteen numbers, the amount that a processor fetches from memory at a time. */
const lineSize = 16;
/** Its first numbers: the run's hash; its length × 256 + the number of its forms; then a code and an offset for each form. */
const firstForm = 2;
/** From here on its units. */
const firstUnit = 8;
const formsAtMost = (firstUnit - firstForm) / 2;
const unitsAtMost = (lineSize - firstUnit) * 2;
/** Four megabytes: of 8.5 million runs of forty thousand papers 616,000 are looked up again, with half of them 841,000. */
const lineCount = 2 ** 16;

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
    if (
      this.numbers[line] === hash &&
      this.numbers[line + 1]! >>> 8 === size &&
      this.isWritten(line, units, from, size)
    )
      return line;
    const run = runAt(text, units, from, to);
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
