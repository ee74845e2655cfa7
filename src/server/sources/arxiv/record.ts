import { byDoi, names } from '../record/record.ts';
import type { Day, SourceRecord } from '../record/source.ts';
import { line, paragraphs } from '../record/text.ts';
import { fromTex } from './tex.ts';

/** What all of arXiv's formats say, as written there. */
export interface Said {
  id: string;
  version: number | null;
  title: string;
  abstract: string;
  authors: string[];
  categories: string[];
  comments: string;
  journalRef: string;
  /** Of the published article: arXiv's own DOI is in no record. Several are parted by white space. */
  doi: string;
  /** Day of version 1. */
  firstPosted: Day;
}

export function recordOf(said: Said): SourceRecord {
  const title = line(fromTex(said.title));
  const abstract = abstractOf(said.abstract) || null;
  const comments = line(said.comments);
  return {
    source: 'arxiv',
    sourceId: said.id,
    version: said.version,
    doi: null,
    identifiers: names([{ kind: 'arxiv', value: said.id }, ...said.doi.split(/\s+/).map(byDoi)]),
    title,
    abstract,
    authors: said.authors,
    journal: line(fromTex(said.journalRef)) || null,
    categories: said.categories,
    availableOn: said.firstPosted,
    publicationDate: said.firstPosted,
    publicationTypes: ['Preprint'],
    state: isWithdrawn(comments, abstract ?? '') ? 'withdrawn' : 'current',
    url: `https://arxiv.org/abs/${said.id}`,
  };
}

/** Lines are broken anywhere; a new paragraph begins with two spaces. */
const abstractOf = (text: string): string =>
  paragraphs(
    text
      .trim()
      .split(/\n\s{2,}/)
      .map((part) => line(fromTex(part)))
      .join('\n'),
  );

/**
 * arXiv keeps the record of a withdrawn paper; its words tell: https://info.arxiv.org/help/withdraw.html
 * Only at the beginning, for "we were withdrawn from the workshop" is another matter.
 */
const isWithdrawn = (comments: string, abstract: string): boolean => [comments, abstract].some(withdrawal);

const withdrawal = (text: string): boolean =>
  /^\W{0,20}(?:(?:this|the|our) )?(?:\w+ )?(?:paper|article|submission|manuscript|work|p?reprint|version|note) (?:has been |have been |is |was |is being )?(?:temporarily )?withdrawn\b(?! from (?!arxiv))/i.test(
    text,
  ) || /^\W{0,20}withdrawn ?(?:$|[.,:;]|by\b|due\b|because\b|as\b|for\b)/i.test(text);
