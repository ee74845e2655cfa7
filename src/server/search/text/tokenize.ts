import { type Form, tokenForms } from './tokenForms.ts';

export interface Token {
  stem: string;
  /** Position among the words that are not stop words, from 0; synonyms share it. */
  position: number;
  /** Span in the text, in UTF-16 units. */
  from: number;
  to: number;
  /** A synonym of the word or words that end here, such as `il6` for `IL-6` or `IL 6`. */
  isSynonym: boolean;
}

/**
 * The tokens of an English scientific text, without stop words. Normalizes case, accents, Greek letters, hyphens,
 * numbers with units, British spelling and inflection (Porter2).
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let position = -1;
  scan(text, (forms, start) => {
    for (const { stem, from, to, isSynonym } of forms) {
      if (!isSynonym) position++;
      tokens.push({ stem, position, from: start + from, to: start + to, isSynonym });
    }
  });
  return tokens;
}

/** Calls `emit` with the forms of every run of the text and the offset of the run. */
export const scan = (text: string, emit: (forms: readonly Form[], start: number) => void): void =>
  scanRuns(text, ({ forms }, start) => emit(forms, start));

/** A run without white space. Common ones are kept, so that what is computed of one need not be computed again. */
export interface Run {
  readonly text: string;
  readonly forms: readonly Form[];
  /** What `codedFor` made of each form; the caller's to set. */
  codes: readonly number[];
  codedFor: object | null;
}

/** Calls `emit` with every run of the text and its offset. */
export function scanRuns(text: string, emit: (run: Run, start: number) => void): void {
  const end = text.length;
  let at = 0;
  let before = '';
  let beforeEnd = -1;
  let beforeStart = 0;
  while (at < end) {
    while (at < end && kindAt(text, at) === OTHER) at++;
    if (at >= end) return;
    const start = at;
    at = endOfRun(text, start);
    const run = cachedRun(text, start, at);
    emit(run, start);
    if (beforeEnd + 1 === start && at - start <= 2 && isLabeled(before, run.text)) {
      const both = `${before}-${run.text}`;
      const joined = cachedRun(both, 0, both.length).forms.at(-1);
      if (joined?.isSynonym) emit(newRun(both, [{ ...joined, from: 0, to: at - beforeStart }]), beforeStart);
    }
    before = run.text;
    beforeStart = start;
    beforeEnd = at;
  }
}

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const JOINER = 3;

/** Kind of every UTF-16 unit; built once, because a Unicode pattern per character is slow. */
const kinds = (() => {
  const table = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    const character = String.fromCharCode(unit);
    if (/[\p{L}\p{M}\u00ad]/u.test(character)) table[unit] = LETTER;
    else if (/\p{N}/u.test(character)) table[unit] = DIGIT;
    else if (/[-‐‑–'’/.,]/u.test(character)) table[unit] = JOINER;
  }
  return table;
})();

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if ((unit & 0xf800) !== 0xd800) return kinds[unit] === JOINER ? OTHER : kinds[unit]!;
  // A surrogate: mathematical letters (𝛼) are outside the basic plane.
  const pair = text.codePointAt((unit & 0xfc00) === 0xdc00 ? at - 1 : at) ?? 0;
  return pair > 0xffff && /[\p{L}\p{N}]/u.test(String.fromCodePoint(pair)) ? LETTER : OTHER;
}

/** Letters and digits, with single joiners between them where `joins` allows. */
function endOfRun(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    while (at < text.length && kindAt(text, at) !== OTHER) at++;
    if (at + 1 >= text.length || !joins(text, start, at)) return at;
    at += 2;
  }
}

function joins(text: string, start: number, at: number): boolean {
  const left = kindAt(text, at - 1);
  const right = kindAt(text, at + 1);
  if (right === OTHER) return false;
  switch (text[at]) {
    case '-':
    case '‐':
    case '‑':
    case '–':
      return left === LETTER || right === LETTER;
    case "'":
    case '’':
      return left === LETTER && right === LETTER;
    case '.':
      return (left === DIGIT && right === DIGIT) || isInitials(text, start, at);
    case ',':
      return left === DIGIT && /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5));
    case '/':
      return left === DIGIT && right === DIGIT && kindAt(text, start) === LETTER;
    default:
      return false;
  }
}

/** `e.g.`, `U.S.`: one word each, not initials of a name. */
const isInitials = (text: string, start: number, at: number): boolean =>
  at === start + 1 &&
  text[at + 2] === '.' &&
  kindAt(text, start) === LETTER &&
  kindAt(text, at + 1) === LETTER;

/** `IL 6`, `TNF α`, `type 2`, `vitamin D`: a name and its label, also read as one word. */
function isLabeled(name: string, label: string): boolean {
  // `of`, `in`, `is`: most short words, told without a pattern.
  if (label.length === 2 && kinds[label.charCodeAt(1)] === LETTER) return false;
  return (
    /^(?:\p{N}{1,2}|\p{L}|\p{L}\p{N})$/u.test(label) &&
    (/^\p{L}?\p{Lu}{2,}$/u.test(name) || labeled.test(name))
  );
}

const labeled = /^(?:type|vitamin|phase|stage|grade|hepatitis|interleukin|influenza|omega|factor|protein)$/i;

const newRun = (text: string, forms: readonly Form[]): Run => ({ text, forms, codes: [], codedFor: null });

/**
 * Some ten thousand runs make up nearly all text, so what was read of a run is kept: in pairs of places, of which the hash of
 * the run's characters names one, with the run that was seen last in front. A third run of the same hash takes the place of
 * the one not seen for longest, so a common run stays. Looked up by a string, each run would have to be cut out of the text
 * first, and a `Map` takes twice as long.
 */
/** With an eighth of them, forty thousand papers took a tenth more processor time. */
const pairs = 2 ** 17;
/** As many as a day's papers have. */
const keptLimit = 25_000;

const noRuns = () => new Array<Run | undefined>(2 * pairs).fill(undefined);
let runs = noRuns();
let kept = 0;

/** Gives back the memory of a large corpus' runs, some 50 MB; those of a small one are kept. */
export function forgetRareRuns(): void {
  if (kept <= keptLimit) return;
  runs = noRuns();
  kept = 0;
}

function cachedRun(text: string, from: number, to: number): Run {
  const front = 2 * hashOf(text, from, to);
  const first = runs[front];
  if (first !== undefined && isWritten(first, text, from, to)) return first;
  const second = runs[front + 1];
  const isKnown = second !== undefined && isWritten(second, text, from, to);
  const run = isKnown ? second : readRun(copied(text.slice(from, to)));
  if (second === undefined) kept++;
  runs[front] = run;
  runs[front + 1] = first;
  return run;
}

const readRun = (text: string): Run => newRun(text, tokenForms(text));

function isWritten({ text: known }: Run, text: string, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  for (let at = 0; at < known.length; at++)
    if (known.charCodeAt(at) !== text.charCodeAt(from + at)) return false;
  return true;
}

/** FNV-1a, folded to the number of a pair. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 17)) & (pairs - 1);
}

/**
 * The same characters in a string of their own. A part of a string may hold all of it, so that a word kept here, or its
 * stem in a vocabulary, would keep the abstract that it was first read in. V8 copies a short part by itself, in less time.
 */
const copied = (part: string): string => (part.length < leastHolding ? part : Buffer.from(part).toString());

/** V8's `SlicedString::kMinLength`. */
const leastHolding = 13;
