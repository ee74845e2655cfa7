import { mostPhrases, topicTerms, wordsOf } from '../record/words.ts';

/**
 * A PubMed query for any of the phrases; null if they contain no word.
 *
 * The first phrase is the reader's topic. It stays unquoted, so that PubMed's own term mapping widens it
 * (https://pubmed.ncbi.nlm.nih.gov/help/#automatic-term-mapping). Quoted words stay a phrase, and the ranking handles words
 * excluded by a minus. The other phrases are searched in title and abstract.
 * Brackets, operators and all other syntax are removed, so no topic can inject operators.
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
