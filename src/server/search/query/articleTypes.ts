import { isPreprint, type SourceName } from '#shared/papers/sources.ts';
import type { ArticleType } from '#shared/topics/searchTerm.ts';

/**
 * Whether a work is of one of these kinds, by the publication types from its source and the source itself. A work may be
 * of several kinds: a systematic review with a meta-analysis is both. Letters, editorials and news are of none.
 */
export const isOfTypes = (
  wanted: readonly ArticleType[],
  publicationTypes: readonly string[],
  source: SourceName,
): boolean => {
  const types = publicationTypes.map((type) => type.toLowerCase());
  return wanted.some((type) => recognizers[type](types, source));
};

/**
 * PubMed's publication types, in lower case because some records have capitals. arXiv, bioRxiv and medRxiv give none of
 * their own. https://www.nlm.nih.gov/mesh/pubtypes.html
 */
const recognizers: Record<ArticleType, (types: readonly string[], source: SourceName) => boolean> = {
  trial: (types) => types.some((type) => trials.test(type)),
  review: (types) => types.some((type) => reviews.has(type)),
  'meta-analysis': (types) => types.some((type) => metaAnalyses.has(type)),
  article: (types, source) =>
    types.includes('journal article') &&
    !isPreprint({ source, publicationTypes: types }) &&
    !types.some((type) => reviews.has(type) || metaAnalyses.has(type) || opinions.has(type)),
  preprint: (types, source) => isPreprint({ source, publicationTypes: types }),
};

/**
 * Does not match `Clinical Trial Protocol`, which has no result yet. `Clinical Trial, Phase II` and the veterinary ones
 * are trials.
 */
const trials =
  /^(?:(?:adaptive |pragmatic )?clinical|(?:randomized )?controlled(?: clinical)?|equivalence) trial(?:,|$)/;
const reviews = new Set(['review', 'systematic review', 'scoping review']);
const metaAnalyses = new Set(['meta-analysis', 'network meta-analysis']);
/** PubMed often lists a comment or a news item as a journal article too. */
const opinions = new Set(['comment', 'editorial', 'letter', 'news']);
