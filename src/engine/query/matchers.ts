import type { ArticleType, FieldName, Source } from '../core/types.ts';
import type { Vocabulary } from '../documents/vocabulary.ts';
import type { Matcher } from '../index/matcher.ts';
import type { IndexReader } from '../index/reader.ts';
import { byAuthor, fromSource, inJournal, inYears, ofTypes, record } from '../index/records.ts';
import { tokenize } from '../text/tokenize.ts';
import { phraseMatcher } from '../understanding/alternatives.ts';
import { articleType, type DocumentKind, documentKind } from '../understanding/documentKinds.ts';
import { formsOf } from '../understanding/spelling.ts';
import { type Node, textsOf, yearsIn } from '../understanding/syntax.ts';
import type { Phrase } from './query.ts';
import { weightedStems } from './topicWords.ts';

/** Maximum number of words that a prefix stands for. */
const prefixedAtMost = 200;

/** The condition of an expression. In an exclusion (`excludes`) words are a phrase. */
export function matcherOf(node: Node, names: IndexReader, excludes = false): Matcher {
  const { vocabulary } = names;
  switch (node.kind) {
    case 'words':
      return excludes ? phraseMatcher(vocabulary, node.text) : allWords(node.text, vocabulary);
    case 'phrase':
      return { ...phraseMatcher(vocabulary, node.text), exact: node.text };
    case 'prefix':
      return prefixed(node.text, names);
    case 'field':
      return fieldMatcher(node, names, excludes);
    case 'not':
      return { kind: 'none', of: [matcherOf(node.item, names, excludes)] };
    case 'or':
      return { kind: 'any', of: node.items.map((item) => matcherOf(item, names, excludes)) };
    case 'and':
      return { kind: 'all', of: node.items.map((item) => matcherOf(item, names, excludes)) };
  }
}

const allWords = (text: string, { numbers }: Vocabulary): Matcher => ({
  kind: 'all',
  of: weightedStems(text)
    .filter(({ token }) => !token.isSynonym)
    .map(({ stem }) => ({ kind: 'term', term: numbers.get(stem) ?? -1 })),
});

/** Letters that inflection adds to a stem, at most: `universit` begins a form of `univers`. */
const inflectedBy = 4;

/** All words with a beginning: stems that have it, and shorter ones that papers write with it (`bacteria*`: `bacteri`). */
function prefixed(text: string, reader: IndexReader): Matcher {
  const of: Matcher[] = [];
  const start = text.toLowerCase();
  const own = tokenize(text)[0]?.stem;
  const isWritten = (stem: string, term: number) =>
    (stem === own || (start.startsWith(stem) && stem.length >= Math.max(3, start.length - inflectedBy))) &&
    formsOf(reader, term)
      .keys()
      .some((form) => form.startsWith(start));
  for (const [stem, term] of reader.vocabulary.numbers)
    if (of.length < prefixedAtMost && (stem.startsWith(start) || isWritten(stem, term)))
      of.push({ kind: 'term', term });
  return { kind: 'any', of };
}

function fieldMatcher(
  { field, item }: Node & { kind: 'field' },
  names: IndexReader,
  excludes: boolean,
): Matcher {
  if (field === 'title') return inTitle(matcherOf(item, names, excludes));
  return { kind: 'any', of: textsOf(item).map((text) => recordMatcher(field, text, names, excludes)) };
}

function recordMatcher(
  field: Exclude<FieldName, 'title'>,
  text: string,
  { vocabulary, sources }: IndexReader,
  excludes: boolean,
): Matcher {
  switch (field) {
    case 'source':
      return fromSource(text, sources);
    case 'author':
    case 'orcid':
      return byAuthor(text);
    case 'journal':
      return inJournal(text);
    case 'type': {
      const kind = documentKind(text);
      if (!kind) return ofArticleType(articleType(text)!, sources);
      const matcher = kindMatcher(kind, vocabulary);
      // What names a kind in passing (“a review of the charts”) is not left out with it.
      return excludes ? inTitle(matcher) : matcher;
    }
    case 'year':
      return inYears(yearsIn(text) ?? { from: 0, to: 9999 });
  }
}

/** Matches papers of one of the filters' article types. */
const ofArticleType = (name: ArticleType, sources: readonly Source[]): Matcher =>
  record(({ kind, kinds, sources: shown }) => {
    const admitted = sources.map((source) => kinds.map((types) => isOfTypes([name], types, source)));
    return (paper) => admitted[shown[paper]!]![kind[paper]!]!;
  });

/** Matches papers of a kind, by their types or by what they call themselves, because preprints have no types. */
export const kindMatcher = (kind: DocumentKind, vocabulary: Vocabulary): Matcher => ({
  kind: 'any',
  of: [ofTypes(kind.types), ...kind.names.map((name) => phraseMatcher(vocabulary, name))],
});

/** The same condition, for the title. */
function inTitle(matcher: Matcher): Matcher {
  switch (matcher.kind) {
    case 'term':
      return { kind: 'phrase', terms: [matcher.term], inTitle: true };
    case 'phrase':
      return { ...matcher, inTitle: true };
    case 'record':
      return matcher;
    default:
      return { ...matcher, of: matcher.of.map(inTitle) };
  }
}

/** A phrase as terms of the index, without stop words. */
export const phrase = (text: string, vocabulary: Vocabulary): Phrase => ({
  text: text.trim(),
  terms: phraseMatcher(vocabulary, text).terms,
});

/**
 * Whether a work is of one of these kinds, by the publication types from its source and by whether that lists only preprints. A work may be
 * of several kinds: a systematic review with a meta-analysis is both. Letters, editorials and news are of none.
 */
export const isOfTypes = (
  wanted: readonly ArticleType[],
  publicationTypes: readonly string[],
  { isPreprint }: Pick<Source, 'isPreprint'>,
): boolean => {
  const types = publicationTypes.map((type) => type.toLowerCase());
  const isOne = isPreprint || types.includes('preprint');
  return wanted.some((type) => recognizers[type](types, isOne));
};

/**
 * PubMed's publication types, in lower case because some records have capitals. arXiv, bioRxiv and medRxiv give none of
 * their own. https://www.nlm.nih.gov/mesh/pubtypes.html
 */
const recognizers: Record<ArticleType, (types: readonly string[], isPreprint: boolean) => boolean> = {
  trial: (types) => types.some((type) => trials.test(type)),
  review: (types) => types.some((type) => reviews.has(type)),
  'meta-analysis': (types) => types.some((type) => metaAnalyses.has(type)),
  article: (types, isPreprint) =>
    types.includes('journal article') &&
    !isPreprint &&
    !types.some((type) => reviews.has(type) || metaAnalyses.has(type) || opinions.has(type)),
  preprint: (_, isPreprint) => isPreprint,
};

/** Not `Clinical Trial Protocol`, which has no result yet. `Clinical Trial, Phase II` and veterinary ones are trials. */
const trials =
  /^(?:(?:adaptive |pragmatic )?clinical|(?:randomized )?controlled(?: clinical)?|equivalence) trial(?:,|$)/;
const reviews = new Set(['review', 'systematic review', 'scoping review']);
const metaAnalyses = new Set(['meta-analysis', 'network meta-analysis']);
/** PubMed often lists a comment or a news item as a journal article too. */
const opinions = new Set(['comment', 'editorial', 'letter', 'news']);
