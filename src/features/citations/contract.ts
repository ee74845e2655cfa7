import { z } from 'zod';
import { byId, endpoint } from '#shared/contract/endpoint.ts';
import { chosen } from '#shared/shelf/shelf.ts';

/** Citation formats for reference managers, by file extension. */
export const citationFormats = {
  ris: { label: 'RIS', type: 'application/x-research-info-systems' },
  bib: { label: 'BibTeX', type: 'application/x-bibtex' },
  json: { label: 'CSL-JSON', type: 'application/vnd.citationstyles.csl+json' },
} as const;
export type CitationFormat = keyof typeof citationFormats;

/** The number of one paper in the digest, from 1. Without it, all papers. */
const which = z.object({ paper: z.coerce.number().int().min(1).max(10_000).optional() });

const ofDigest = (format: CitationFormat) =>
  endpoint(`GET /api/digests/:id/references.${format}`, 'session', {
    costs: 'reading',
    allowApiToken: true,
    summary: `The papers of one of the reader’s digests as ${citationFormats[format].label}.`,
    params: byId,
    query: which,
    produces: citationFormats[format].type,
  });

/** Export formats of the shelf, by file extension. */
export const shelfFormats = {
  ...citationFormats,
  csv: { label: 'CSV', type: 'text/csv' },
  md: { label: 'Markdown', type: 'text/markdown' },
} as const;
export type ShelfFormat = keyof typeof shelfFormats;

export const citationsApi = {
  ris: ofDigest('ris'),
  bibtex: ofDigest('bib'),
  csl: ofDigest('json'),
  byLink: endpoint('GET /references/:file', 'anyone', {
    costs: 'link',
    summary:
      'The same by the signed link of a mailed digest, which needs no sign-in: a token and .ris, .bib or .json.',
    selfAuthenticated: true,
    params: z.object({ file: z.string().max(200) }),
    query: which,
    produces: 'text/plain',
  }),
  markdown: endpoint('GET /api/digests/:id/digest.md', 'session', {
    costs: 'reading',
    allowApiToken: true,
    summary: 'One of the reader’s digests as Markdown with front matter, for Obsidian and other notes.',
    produces: 'text/markdown',
  }),
  shelf: endpoint('GET /api/shelf/export/:file', 'session', {
    allowApiToken: true,
    summary:
      'The papers of the shelf as `papers.ris`, `papers.bib`, `papers.json` (CSL-JSON), `papers.csv`, or `papers.md`, with tags and notes; narrowed like the list, or by ids.',
    params: z.object({
      file: z.enum(['papers.ris', 'papers.bib', 'papers.json', 'papers.csv', 'papers.md']),
    }),
    query: z.object({
      ...chosen,
      /** Up to 500 ids, separated by commas; overrides all filters. */
      ids: z.string().max(8000).optional(),
    }),
    produces: 'text/plain',
  }),
} as const;

/** Path of the citation file of a digest, or of one of its papers, for a signed-in reader. */
export const citationsPath = (digestId: string, format: CitationFormat, paper?: number): string =>
  `/api/digests/${digestId}/references.${format}${paper === undefined ? '' : `?paper=${paper}`}`;

/** Path of a digest's Markdown for a signed-in reader. */
export const markdownPath = (digestId: string): string => `/api/digests/${digestId}/digest.md`;
