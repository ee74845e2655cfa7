import type { DayWindow } from '../record/source.ts';
import { mostPhrases, topicTerms, wordsOf } from '../record/words.ts';

// https://europepmc.org/docs/EBI_Europe_PMC_Web_Service_Reference.pdf, the fields of its appendix

/** Preprints, except those that we read at their own server. */
const preprints = 'SRC:PPR NOT (PUBLISHER:"bioRxiv" OR PUBLISHER:"medRxiv")';
const withdrawn = '(PUB_TYPE:"preprint-withdrawal" OR PUB_TYPE:"preprint-removal")';

const days = (field: string, { from, to }: DayWindow): string => `${field}:[${from} TO ${to}]`;

/**
 * Preprints first listed in the window, whenever they were posted, and withdrawn ones that changed in it. Other changes are
 * not requested, because a format change rewrites all preprints of a server.
 */
export const harvestQuery = (window: DayWindow): string =>
  `${preprints} AND (${days('FIRST_IDATE', window)} OR (${days('UPDATE_DATE', window)} AND ${withdrawn}))`;

/** Preprints of every server that a change in the window may have linked to their article. */
export const publishedQuery = (window: DayWindow): string =>
  `SRC:PPR AND HAS_PUBLISHED_VERSION:Y AND ${days('UPDATE_DATE', window)}`;

/** A query must have fewer than 1,500 characters. */
const longestAlternatives = 1_200;

/**
 * Preprints of the window with any of the phrases in title or abstract; null if they contain no word. All words of the
 * topic must occur, quoted ones as a phrase. Only words are passed on.
 */
export function searchQuery([topic = '', ...others]: string[], window: DayWindow): string | null {
  const alternatives = [
    topicTerms(topic)
      .map(({ words }) => inText(words))
      .join(' AND '),
    ...others
      .slice(0, mostPhrases)
      .map(wordsOf)
      .filter((words) => words.length > 0)
      .map(inText),
  ].filter(Boolean);
  let any = '';
  for (const one of alternatives) {
    const longer = any ? `${any} OR (${one})` : `(${one})`;
    if (longer.length > longestAlternatives) break;
    any = longer;
  }
  return any ? `${preprints} AND (${any}) AND ${days('FIRST_PDATE', window)}` : null;
}

const inText = (words: string[]): string => `TITLE_ABS:"${words.join(' ').replaceAll('"', ' ')}"`;
