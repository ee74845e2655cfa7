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
  return (
    /^(?:\p{N}{1,2}|\p{L}|\p{L}\p{N})$/u.test(label) &&
    (/^\p{L}?\p{Lu}{2,}$/u.test(name) || labeled.test(name))
  );
}

const labeled = /^(?:type|vitamin|phase|stage|grade|hepatitis|interleukin|influenza|omega|factor|protein)$/i;

const newRun = (text: string, forms: readonly Form[]): Run => ({ text, forms, codes: [], codedFor: null });

/**
 * Some ten thousand runs make up nearly all text; the limit bounds the memory for the rest. When the recent ones are full, they
 * take the place of the earlier ones, so that a common run is never forgotten. They are kept by a hash of their characters:
 * looked up by a string, each run of a text would have to be cut out of it first.
 */
let recent = new Map<number, Run>();
let earlier = new Map<number, Run>();
/** With 25,000, forty thousand papers took a tenth more processor time. */
const recentLimit = 120_000;
/** As many as a day's papers have. */
const keptLimit = 25_000;

/** Gives back the memory of a large corpus' runs, some 50 MB; those of a small one are kept. */
export function forgetRareRuns(): void {
  earlier = new Map();
  if (recent.size > keptLimit) recent = new Map();
}

function cachedRun(text: string, from: number, to: number): Run {
  const hash = hashOf(text, from, to);
  const known = recent.get(hash);
  if (known && isWritten(known, text, from, to)) return known;
  if (recent.size >= recentLimit) {
    earlier = recent;
    recent = new Map();
  }
  const before = earlier.get(hash);
  const run = before && isWritten(before, text, from, to) ? before : readRun(copied(text.slice(from, to)));
  recent.set(hash, run);
  return run;
}

const readRun = (text: string): Run => newRun(text, tokenForms(text));

/** Of two runs with one hash only the later is kept. */
const isWritten = (run: Run, text: string, from: number, to: number): boolean =>
  run.text.length === to - from && text.startsWith(run.text, from);

/** FNV-1a, in as many bits as V8 keeps in a number without an object. */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 30)) & 0x3fffffff;
}

/**
 * The same characters in a string of their own. A part of a string may hold all of it, so that a word kept here, or its
 * stem in a vocabulary, would keep the abstract that it was first read in. V8 copies a short part by itself, in less time.
 */
const copied = (part: string): string => (part.length < leastHolding ? part : Buffer.from(part).toString());

/** V8's `SlicedString::kMinLength`. */
const leastHolding = 13;
