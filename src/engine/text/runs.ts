import { type Form, tokenForms } from './tokenForms.ts';

/** A run without white space. Common ones are kept, so that their forms need not be found again. */
export type Run = { readonly text: string; readonly forms: readonly Form[] };

/** Those of one text are mostly here, and the common ones of a corpus in `CodedRuns`: sixteen times as many save no time. */
const pairCount = 2 ** 13;

/**
 * Some ten thousand runs make up nearly all text, so what was read of a run is kept: in pairs of places, of which the hash of
 * the run's units names one, with the run that was seen last in front. A third run of the same hash takes the place of
 * the one not seen for longest, so a common run stays. Looked up by a string, each run would have to be cut out of the text
 * first, and a `Map` takes twice as long.
 */
export class Runs {
  readonly #runs = new Array<Run | undefined>(2 * pairCount).fill(undefined);
  /** The whole hash of each run that is kept: most others need not be compared. */
  readonly #hashes = new Int32Array(2 * pairCount);
  /** Room for one text, while nobody reads one. */
  #free: Units | null = null;

  /** The run that is all of a text. */
  of(text: string): Run {
    const units = this.takeUnits(text);
    const run = this.at(text, units, 0, text.length);
    this.release(units);
    return run;
  }

  /** The run between two places of a text. */
  at(text: string, units: Units, from: number, to: number): Run {
    const hash = hashOf(units, from, to);
    const front = 2 * ((hash ^ (hash >>> 17)) & (pairCount - 1));
    const [runs, hashes] = [this.#runs, this.#hashes];
    const first = runs[front];
    if (first !== undefined && hashes[front] === hash && isWritten(first, units, from, to)) return first;
    const second = runs[front + 1];
    const isKnown = second !== undefined && hashes[front + 1] === hash && isWritten(second, units, from, to);
    const run = isKnown ? second : readRun(copied(text.slice(from, to)));
    runs[front] = run;
    runs[front + 1] = first;
    hashes[front + 1] = hashes[front]!;
    hashes[front] = hash;
    return run;
  }

  /**
   * The units of a text, to be read faster than from the string, which is asked for its encoding at every character. For
   * `release` when they have been read.
   */
  takeUnits(text: string): Units {
    const { length } = text;
    const free = this.#free;
    const units = free && free.length > length ? free : new Uint16Array(length + 0x1000);
    this.#free = null;
    for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at);
    units[length] = 0;
    return units;
  }

  /** Lets the room be used for the next text. */
  release(units: Units): void {
    this.#free = units;
  }
}

const readRun = (text: string): Run => ({ text, forms: tokenForms(text) });

/**
 * The same characters in a string of their own. A part of a string may hold all of it, so that a word kept here, or its
 * stem in a vocabulary, would keep the abstract that it was first read in. V8 copies a short part by itself, in less time.
 */
const copied = (part: string): string => (part.length < leastHolding ? part : Buffer.from(part).toString());

/** V8's `SlicedString::kMinLength`. */
const leastHolding = 13;

function isWritten({ text: known }: Run, units: Units, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let at = 0; at < known.length; at++) if (known.charCodeAt(at) !== units[from + at]) return false;
  return true;
}

/** FNV-1a of a part of a text. */
export function hashOf(units: Units, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ units[at]!, 0x01000193);
  return hash;
}

/** The UTF-16 units of a text, and zeros behind it. */
export type Units = Uint16Array;
