import type { Name } from '#corpus/works/identity/nameOf.ts';
import type { Citation } from './citation.ts';

/** CSL-JSON, as citeproc and Zotero take it: https://docs.citationstyles.org/en/stable/specification.html */
export const writeCsl = (citations: Citation[]): string =>
  `${JSON.stringify(citations.map(itemOf), null, 2)}\n`;

/** In CSL 1.0.2, preprints are of type `article`, with a genre that distinguishes them. */
const itemOf = (citation: Citation) => ({
  id: citation.key,
  type: citation.kind === 'article' ? 'article-journal' : 'article',
  genre: citation.kind === 'preprint' ? 'Preprint' : undefined,
  title: citation.title,
  author: citation.authors.length ? citation.authors.map(authorOf) : undefined,
  issued: dateOf(citation),
  'container-title': citation.journal ?? undefined,
  volume: citation.volume ?? undefined,
  issue: citation.issue ?? undefined,
  page: citation.pages?.join('-'),
  ISSN: citation.issn ?? undefined,
  publisher: citation.server ?? undefined,
  number:
    citation.kind === 'preprint' && citation.eprint
      ? `${citation.eprint.archive}:${citation.eprint.id}`
      : undefined,
  PMID: citation.pmid ?? undefined,
  DOI: citation.doi ?? undefined,
  URL: citation.url ?? undefined,
  abstract: citation.abstract ?? undefined,
  note: citation.note ?? undefined,
  keyword: citation.keywords?.join(', ') || undefined,
  annote: citation.annotation ?? undefined,
});

const authorOf = (name: Name) =>
  name.literal === undefined
    ? { family: name.family, given: name.given, 'non-dropping-particle': name.particle, suffix: name.suffix }
    : { literal: name.literal };

function dateOf({ issued }: Citation) {
  if (!issued) return undefined;
  const { year, month, day } = issued;
  return { 'date-parts': [[year, month, day].filter((part) => part !== undefined)] };
}
