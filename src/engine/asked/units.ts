import type { Span, TopicPart } from '../core/types.ts';
import { findMatches } from '../index/matcher.ts';
import type { IndexReader } from '../index/reader.ts';
import type { Query } from '../query/query.ts';
import { tokenize } from '../text/tokenize.ts';
import { type Alternative, alternativesFor } from '../understanding/alternatives.ts';
import { askedKind } from '../understanding/documentKinds.ts';
import { tokensOf } from '../understanding/lexer.ts';
import { stemsOf } from '../understanding/otherNames.ts';
import { type Correction, writtenForm } from '../understanding/reading.ts';

/** One idea of plain words, as a reader would delimit it. */
export interface Unit extends Span {
  /** Its span in the topic; `from` and `to` are its span in the text that is searched for. */
  span: Span;
  aspects: Query['aspects'];
  alternatives: TopicPart['alternatives'];
}

/** Maximum number of alternatives. More would hide the topic itself. */
const alternativesAtMost = 6;

/**
 * The aspects of plain words in their order. Aspects are one unit if one alternative stands for them (`heart failure`,
 * HF), if papers write them as one name (`gut microbiome`), or if they come from one word (`Herzinsuffizienz`).
 */
export function unitsOf(reader: IndexReader, { read, spanOf }: Aligned, query: Query): Unit[] {
  const units = aspectUnits(read, query);
  const tokens = tokenize(read);
  for (const alternative of alternativesFor(reader, read, tokens)) {
    if (findMatches(reader, alternative.matcher).docIds.length === 0) continue;
    const named = tokens.slice(alternative.first, alternative.last + 1);
    const from = named[0]!.from;
    const to = Math.max(...named.map((token) => token.to));
    const unit = mergeInside(units, (one) => one.from < to && from < one.to);
    if (unit) unit.names.push({ from, to, other: alternative });
  }
  for (const idea of query.ideas) {
    const named = new Set(idea.aspects.map((at) => query.aspects[at]!));
    mergeInside(units, ({ aspects }) => aspects.some((aspect) => named.has(aspect)));
  }
  const kind = askedKind(read);
  if (kind) mergeInside(units, (one) => one.from < kind.to && kind.from < one.to);
  for (const unit of units) widen(unit, units, read);
  for (const unit of [...units]) {
    if (!units.includes(unit)) continue;
    const place = spanOf(unit.from, unit.to);
    mergeInside(units, (one) => overlaps(spanOf(one.from, one.to), place));
  }
  return units.map(({ from, to, aspects, names }) => ({
    ...{ from, to, aspects },
    span: spanOf(from, to),
    alternatives: namesFor(reader, read, { from, to, names }),
  }));
}

interface Placed extends Span {
  aspects: Query['aspects'];
  /** Alternatives and the words that each stands for. */
  names: (Span & { other: Alternative })[];
}

function aspectUnits(read: string, { aspects }: Query): Placed[] {
  let at = 0;
  // A topic all in capitals is read in small letters.
  const small = read.toLowerCase();
  return aspects.map((aspect) => {
    const found = small.indexOf(aspect.text.toLowerCase(), at);
    const from = found < 0 ? Math.max(0, small.indexOf(aspect.text.toLowerCase())) : found;
    at = Math.min(read.length, from + aspect.text.length);
    return { from, to: at, aspects: [aspect], names: [] };
  });
}

/** Merges all units that meet a condition into one, and returns it. */
function mergeInside(units: Placed[], meets: (unit: Placed) => boolean): Placed | undefined {
  const [first, ...rest] = units.filter(meets);
  if (!first) return undefined;
  for (const unit of rest) {
    first.aspects = [...first.aspects, ...unit.aspects];
    first.names = [...first.names, ...unit.names];
    first.from = Math.min(first.from, unit.from);
    first.to = Math.max(first.to, unit.to);
    units.splice(units.indexOf(unit), 1);
  }
  return first;
}

/** Extends a unit by what a hyphen joins to it, if no other unit has that: `6` in `IL-6`. */
function widen(unit: Placed, units: readonly Placed[], read: string): void {
  const isFree = (from: number, to: number) =>
    units.every((other) => other === unit || other.to <= from || to <= other.from);
  const to = endOfWord(read, unit.to, 1);
  if (isFree(unit.to, to)) unit.to = to;
  const from = endOfWord(read, unit.from - 1, -1) + 1;
  if (isFree(from, unit.from)) unit.from = from;
}

/** The end of the word at `at` in a direction, perhaps after one joiner; `at` if no word continues there. */
function endOfWord(text: string, at: number, step: 1 | -1): number {
  const isLetter = (i: number) => /[\p{L}\p{N}]/u.test(text[i] ?? '');
  let end = /[-‐‑–'’.]/.test(text[at] ?? '') && isLetter(at + step) ? at + step : at;
  while (isLetter(end)) end += step;
  return end;
}

/** The alternatives of a unit, each as a name for all of it: `cardiac` in place of `heart` gives `cardiac failure`. */
function namesFor(
  reader: IndexReader,
  read: string,
  { from, to, names }: Span & Pick<Placed, 'names'>,
): Unit['alternatives'] {
  const text = read.slice(from, to);
  const known = new Set([stemsOf(text), ...(/[-‐‑–]/.test(text) ? [joined(text)] : [])]);
  const found: Unit['alternatives'] = [];
  for (const part of names) {
    const inside = readableName(reader, part.other);
    const name = read.slice(from, Math.max(from, part.from)) + inside + read.slice(part.to, to);
    const keys = [stemsOf(name), joined(name)];
    if (found.length >= alternativesAtMost || keys.some((key) => known.has(key))) continue;
    for (const key of keys) known.add(key);
    found.push({ name, from: part.other.from });
  }
  return found;
}

/** A name without separators between its words. */
const joined = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** An alternative's name as papers write it, not as stems. */
function readableName(reader: IndexReader, { name, from, matcher }: Alternative): string {
  const isLongForm = from === 'abbreviation' && matcher.kind === 'phrase' && !matcher.standsFor;
  return isLongForm ? matcher.terms.map((term) => writtenForm(reader, term)).join(' ') : name;
}

const overlaps = (one: Span, other: Span): boolean => one.from < other.to && other.from < one.to;

/** Words as they are searched for, and where each stands in the topic. */
export type Aligned = ReturnType<typeof alignWords>;

interface Piece extends Span {
  /** Its span in the text that is searched for. */
  at: Span;
  same: boolean;
}

/** Aligns words without operators, at `span` of the topic, with the text that is searched for them. */
export function alignWords(topic: string, span: Span, corrections: readonly Correction[]) {
  const words = tokensOf(topic.slice(span.from, span.to), [])
    .filter(({ kind }) => kind !== 'open' && kind !== 'close')
    .map(({ from, to }) => ({ from: span.from + from, to: span.from + to }));
  const pieces: Piece[] = [];
  /** Where each correction stands in the topic, in the order given. */
  const spans: Span[] = [];
  /** The words after corrections, with one blank between them. */
  let read = '';
  let next = 0;
  for (let i = 0; i < words.length; ) {
    const correction = corrections[next];
    const size = correction ? correction.typed.split(/\s+/).length : 0;
    const typed = words.slice(i, i + size);
    const isCorrected = correction && bare(textOf(topic, typed)) === bare(correction.typed);
    const here = isCorrected ? { from: typed[0]!.from, to: typed.at(-1)!.to } : words[i]!;
    const written = isCorrected ? correction.read : topic.slice(here.from, here.to);
    const from = read ? read.length + 1 : 0;
    read += (read ? ' ' : '') + written;
    pieces.push({ ...here, at: { from, to: read.length }, same: !isCorrected });
    if (isCorrected) {
      spans.push(here);
      next++;
    }
    i += isCorrected ? size : 1;
  }
  /** The place in the topic of a part of `read`. */
  const spanOf = (from: number, to: number) => placeOf(pieces, { from, to }) ?? span;
  return { read, spans, spanOf };
}

function placeOf(pieces: readonly Piece[], { from, to }: Span): Span | null {
  const inside = pieces.filter(({ at }) => at.from < to && from < at.to);
  const [first] = inside;
  const last = inside.at(-1);
  if (!first || !last) return null;
  return {
    from: first.same ? first.from + Math.max(0, from - first.at.from) : first.from,
    to: last.same ? last.to - Math.max(0, last.at.to - to) : last.to,
  };
}

const textOf = (topic: string, words: readonly Span[]): string =>
  words.map(({ from, to }) => topic.slice(from, to)).join(' ');

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
