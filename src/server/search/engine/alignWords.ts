import { type Span, tokensOf } from '../understanding/lexer.ts';
import type { Correction } from '../understanding/reading.ts';

/** Words as they are searched for, and where each stands in the topic. */
export interface Aligned {
  /** The words after corrections, with one blank between them. */
  read: string;
  /** Where each correction stands in the topic, in the order given. */
  spans: Span[];
  /** The place in the topic of a part of `read`. */
  spanOf(from: number, to: number): Span;
}

interface Piece extends Span {
  /** Its span in the text that is searched for. */
  at: Span;
  same: boolean;
}

/** Aligns words without operators, at `span` of the topic, with the text that is searched for them. */
export function alignWords(topic: string, span: Span, corrections: readonly Correction[]): Aligned {
  const words = tokensOf(topic.slice(span.from, span.to), [])
    .filter(({ kind }) => kind !== 'open' && kind !== 'close')
    .map(({ from, to }) => ({ from: span.from + from, to: span.from + to }));
  const pieces: Piece[] = [];
  const spans: Span[] = [];
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
  return { read, spans, spanOf: (from, to) => placeOf(pieces, { from, to }) ?? span };
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
