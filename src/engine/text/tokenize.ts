import { type Run, Runs, type Units } from './runs.ts';
import type { Form } from './tokenForms.ts';

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

/** Calls `emit` with every run of the text and its offset. */
export const scanRuns = (text: string, emit: (run: Run, start: number) => void): void =>
  scanSpans(text, memo, (units, from, to) => emit(memo.at(text, units, from, to), from), emit);

/** Of texts outside an index: a memo, because how a run is read depends on nothing but the run. */
const memo = new Runs();

/**
 * The same without reading the runs: `emitSpan` gets the text's units, and where each run begins and ends. A name and its
 * label, which follow their two runs as one, are read.
 */
export function scanSpans(
  text: string,
  runs: Runs,
  emitSpan: (units: Units, from: number, to: number) => void,
  emitJoined: (run: Run, start: number) => void,
): void {
  const end = text.length;
  const units = runs.takeUnits(text);
  let at = 0;
  let beforeEnd = -1;
  let beforeStart = 0;
  for (;;) {
    while (at < end && kindAt(units, at) === OTHER) at++;
    if (at >= end) break;
    const start = at;
    at = endOfRun(text, units, start);
    emitSpan(units, start, at);
    if (beforeEnd + 1 === start && at - start <= 2 && !isShortWord(units, start, at)) {
      const name = text.slice(beforeStart, beforeEnd);
      const label = text.slice(start, at);
      const joined = isLabeled(name, label) ? runs.of(`${name}-${label}`).forms.at(-1) : undefined;
      if (joined?.isSynonym)
        emitJoined(
          { text: `${name}-${label}`, forms: [{ ...joined, from: 0, to: at - beforeStart }] },
          beforeStart,
        );
    }
    beforeStart = start;
    beforeEnd = at;
  }
  runs.release(units);
}

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const HALF = 3;

/** Kind of every UTF-16 unit; built once, because a Unicode pattern per character is slow. */
const kinds = (() => {
  const table = new Uint8Array(0x10000);
  const all = String.fromCharCode(...table.keys());
  for (const [kind, runs] of [
    [LETTER, /[\p{L}\p{M}\u00ad]+/gu],
    [DIGIT, /\p{N}+/gu],
    [HALF, /[\ud800-\udfff]+/g],
  ] as const)
    for (const { 0: run, index } of all.matchAll(runs)) table.fill(kind, index, index + run.length);
  return table;
})();

/** What is at a place of a text's units; behind its end nothing. */
function kindAt(units: Units, at: number): number {
  const kind = kinds[units[at]!]!;
  if (kind !== HALF) return kind;
  // A surrogate: mathematical letters (𝛼) are outside the basic plane.
  const from = (units[at]! & 0xfc00) === 0xdc00 ? at - 1 : at;
  const pair = String.fromCharCode(units[from] ?? 0, units[from + 1]!);
  return /^[\p{L}\p{N}]$/u.test(pair) ? LETTER : OTHER;
}

/** Letters and digits, with single joiners between them where `joins` allows. */
function endOfRun(text: string, units: Units, start: number): number {
  let at = start + 1;
  for (;;) {
    while (kindAt(units, at) !== OTHER) at++;
    if (at + 1 >= text.length || !joins(text, units, { start, at })) return at;
    at += 2;
  }
}

function joins(text: string, units: Units, { start, at }: { start: number; at: number }): boolean {
  const left = kindAt(units, at - 1);
  const right = kindAt(units, at + 1);
  if (right === OTHER) return false;
  switch (text[at]) {
    case '-':
    case '‐':
    case '‑':
    case '–':
      return (left === LETTER || right === LETTER) && !isBeforeName(text, start, at);
    case "'":
    case '’':
      return left === LETTER && right === LETTER;
    case '.':
      return (left === DIGIT && right === DIGIT) || isInitials(units, start, at);
    case ',':
      return left === DIGIT && /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5));
    case '/':
      return left === DIGIT && right === DIGIT && kindAt(units, start) === LETTER;
    default:
      return false;
  }
}

/** The first hyphen of `anti-IL-6`, `post-COVID-19`: what follows is a name by itself, `il6` and `covid19`. */
const isBeforeName = (text: string, start: number, at: number): boolean =>
  at - start <= 4 &&
  /^(?:anti|non|pre|post)$/i.test(text.slice(start, at)) &&
  /^\p{L}{1,8}(?:[-‐‑–]\p{L}{1,8})?[-‐‑–]\p{L}?[\p{N}\p{Script=Greek}]/u.test(text.slice(at + 1, at + 24));

/** `e.g.`, `U.S.`: one word each, not initials of a name. */
const isInitials = (units: Units, start: number, at: number): boolean =>
  at === start + 1 &&
  units[at + 2] === fullStop &&
  kindAt(units, start) === LETTER &&
  kindAt(units, at + 1) === LETTER;

const fullStop = '.'.charCodeAt(0);

/** `of`, `in`, `is`: most short runs, told without a pattern. No label is written so. */
const isShortWord = (units: Units, from: number, to: number): boolean =>
  to - from === 2 && kindAt(units, from + 1) === LETTER;

/** `IL 6`, `TNF α`, `type 2`, `vitamin D`: a name and its label, also read as one word. */
const isLabeled = (name: string, label: string): boolean =>
  /^(?:\p{N}{1,2}|\p{L}|\p{L}\p{N})$/u.test(label) &&
  (/^\p{L}?\p{Lu}{2,}$/u.test(name) || labeled.test(name));

const labeled = /^(?:type|vitamin|phase|stage|grade|hepatitis|interleukin|influenza|omega|factor|protein)$/i;
