import type { SeedPaper } from '../core/types.ts';
import { textOf } from '../documents/docStore.ts';
import { lastOffset } from '../index/matcher.ts';
import { docIdOf, type IndexReader, segmentOf } from '../index/reader.ts';
import { tokenize } from '../text/tokenize.ts';

/** The words of a text in their order, without synonyms. */
export interface Words {
  text: string;
  /** Their numbers in the index; -1 for a word that it does not have. */
  terms: readonly number[];
  /** Where each begins, and ends, in UTF-16 units. */
  starts: readonly number[];
  endOf(word: number): number;
}

/** The words of a paper: as the index has read them, if it holds the same text, which takes a fifth of the time. */
export function wordsOfPaper(
  reader: IndexReader,
  { id, title, abstract }: SeedPaper,
): { title: Words; abstract: Words } {
  const whole = abstract ? `${title}\n${abstract}` : title;
  const docId = docIdOf(reader, id);
  const { segment, docBase } = segmentOf(reader, Math.max(0, docId));
  const paper = docId - docBase;
  const isHeld = docId >= 0 && whole.length < lastOffset && textOf(segment.store, paper) === whole;
  if (!isHeld) return { title: wordsOf(reader, title), abstract: wordsOf(reader, abstract ?? '') };
  const { starts: firsts, titles, tokens, offsets } = segment.store;
  const words = (text: string, from: number, to: number, before: number): Words => {
    const terms: number[] = [];
    const starts: number[] = [];
    for (let at = from; at < to; at++) {
      const code = tokens[at]!;
      if (code & 1) continue;
      terms.push(code >>> 1);
      starts.push(offsets[at]! - before);
    }
    const ends: number[] = [];
    return { text, terms, starts, endOf: (word) => (ends[word] ??= endOf(text, starts, word)) };
  };
  const [first, last] = [firsts[paper]!, firsts[paper + 1]!];
  const behindTitle = first + titles[paper]!;
  return {
    title: words(title, first, behindTitle, 0),
    abstract: words(abstract ?? '', behindTitle, last, title.length + 1),
  };
}

const wordsIn = (text: string) => tokenize(text).filter(({ isSynonym }) => !isSynonym);

function wordsOf({ vocabulary: { numbers } }: IndexReader, text: string): Words {
  const words = wordsIn(text);
  const terms = words.map(({ stem }) => numbers.get(stem) ?? -1);
  return { text, terms, starts: words.map(({ from }) => from), endOf: (word) => words[word]!.to };
}

/** A word up to what no word goes on behind; see `tokenize`. */
const plainWord = /[a-z\d]+(?=[\s;:)-]|,(?!\d)|\.?(?:\s|$))/iy;

/** The end of a word, of which the index keeps the start alone. */
function endOf(text: string, starts: readonly number[], word: number): number {
  let from = starts[word]!;
  plainWord.lastIndex = from;
  if (plainWord.test(text)) return plainWord.lastIndex;
  // What stands there between two spaces is read again.
  let to = from;
  while (from > 0 && text.charCodeAt(from - 1) > space) from--;
  while (to < text.length && text.charCodeAt(to) > space) to++;
  const before = starts.findLastIndex((start, at) => at < word && start < from) + 1;
  return from + wordsIn(text.slice(from, to))[word - before]!.to;
}

const space = ' '.charCodeAt(0);
