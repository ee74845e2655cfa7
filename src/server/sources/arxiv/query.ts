import type { DayWindow } from '../record/source.ts';
import { mostPhrases, topicTerms, wordsOf } from '../record/words.ts';

/**
 * A `search_query` for any of the phrases, first posted in the window; null if they contain no word.
 * All words of the topic must occur, quoted ones as a phrase; the other phrases are alternatives.
 * Only words are passed on, so no topic can inject operators.
 * https://info.arxiv.org/help/api/user-manual.html#query_details
 */
export function arxivQuery([topic = '', ...others]: string[], { from, to }: DayWindow): string | null {
  const terms = topicTerms(topic);
  const telling = terms.filter(({ words, quoted }) => quoted || !stopWords.has(words[0]!.toLowerCase()));
  const alternatives = [
    (telling.length > 0 ? telling : terms).map(({ words }) => anywhere(words)).join(' AND '),
    ...others
      .map(wordsOf)
      .filter((words) => words.length > 0)
      .slice(0, mostPhrases)
      .map(anywhere),
  ].filter(Boolean);
  if (alternatives.length === 0) return null;
  const any = alternatives.map((part) => `(${part})`).join(' OR ');
  return `(${any}) AND submittedDate:[${minutes(from)}0000 TO ${minutes(to)}2359]`;
}

/** A word with a hyphen or an apostrophe is a phrase in arXiv's index; a plus would be an operator. */
function anywhere(words: string[]): string {
  const text = words
    .join(' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return text.includes(' ') ? `all:"${text}"` : `all:${text}`;
}

const minutes = (day: string): string => day.replaceAll('-', '');

/** Words missing from arXiv's index. A query that requires one of them finds nothing. */
const stopWords = new Set(
  'a an and are as at be but by for from if in into is it its no not of on or such that the their then there these they this to using via was will with'.split(
    ' ',
  ),
);

/** An address with these parameters set. */
export function withParameters(address: string, parameters: Record<string, string>): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}
