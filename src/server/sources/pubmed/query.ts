import { mostPhrases, topicTerms, wordsOf } from '../record/words.ts';

/**
 * A PubMed query for any of the phrases; null when they hold no word.
 *
 * The first phrase is the reader's topic. It stays unquoted, so that PubMed's own term mapping widens it
 * (https://pubmed.ncbi.nlm.nih.gov/help/#automatic-term-mapping); what the reader put in quotes stays a phrase,
 * and what a minus excludes is left to the ranking. The others are sought as phrases in title and abstract.
 * Brackets, operators and everything else of the query language is taken out: no topic can change the query's sense.
 */
export function pubmedQuery([topic = '', ...others]: string[]): string | null {
  const mapped = topicTerms(topic).map(({ words, quoted }) =>
    quoted ? `"${words.join(' ')}"` : words.join(' '),
  );
  const phrases = others
    .map((phrase) => wordsOf(phrase).join(' '))
    .filter(Boolean)
    .slice(0, mostPhrases)
    .map((phrase) => `"${phrase}"[tiab]`);
  const alternatives = [mapped.join(' '), ...phrases].filter(Boolean);
  return alternatives.length === 0 ? null : alternatives.map((part) => `(${part})`).join(' OR ');
}
