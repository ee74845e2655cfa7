import type { Reference } from './citation.ts';
import type { Name } from './names.ts';

/** CSL-JSON, as citeproc and Zotero take it: https://docs.citationstyles.org/en/stable/specification.html */
export const writeCsl = (references: Reference[]): string =>
  `${JSON.stringify(references.map(itemOf), null, 2)}\n`;

/** CSL 1.0.2 has preprints as `article`, told apart by their genre. */
const itemOf = (reference: Reference) => ({
  id: reference.key,
  type: reference.kind === 'article' ? 'article-journal' : 'article',
  genre: reference.kind === 'preprint' ? 'Preprint' : undefined,
  title: reference.title,
  author: reference.authors.length ? reference.authors.map(authorOf) : undefined,
  issued: dateOf(reference),
  'container-title': reference.journal ?? undefined,
  publisher: reference.server ?? undefined,
  number: reference.kind === 'preprint' && reference.arxiv ? `arXiv:${reference.arxiv.id}` : undefined,
  PMID: reference.pmid ?? undefined,
  DOI: reference.doi ?? undefined,
  URL: reference.url ?? undefined,
  abstract: reference.abstract ?? undefined,
  note: reference.note ?? undefined,
});

const authorOf = (name: Name) =>
  name.literal === undefined
    ? {
        family: name.family,
        given: name.given,
        'non-dropping-particle': name.particle,
        suffix: name.suffix,
      }
    : { literal: name.literal };

function dateOf({ issued }: Reference) {
  if (!issued) return undefined;
  const { year, month, day } = issued;
  return { 'date-parts': [[year, month, day].filter((part) => part !== undefined)] };
}
