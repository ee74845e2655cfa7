import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint.ts';

/** Citation formats for reference managers, by file extension. */
export const citationFormats = {
  ris: { label: 'RIS', type: 'application/x-research-info-systems' },
  bib: { label: 'BibTeX', type: 'application/x-bibtex' },
  json: { label: 'CSL-JSON', type: 'application/vnd.citationstyles.csl+json' },
} as const;
export type CitationFormat = keyof typeof citationFormats;

const id = z.object({ id: z.string().max(64) });
/** The number of one paper in the digest, from 1. Without it, all papers. */
const which = z.object({ paper: z.coerce.number().int().min(1).max(10_000).optional() });

const ofDigest = <F extends CitationFormat>(format: F) =>
  endpoint(`GET /api/digests/:id/references.${format}`, 'session', {
    costs: 'reading',
    allowApiToken: true,
    summary: `The papers of one of the reader’s digests as ${citationFormats[format].label}.`,
    params: id,
    query: which,
    produces: citationFormats[format].type,
  });

export const citationsApi = {
  ris: ofDigest('ris'),
  bibtex: ofDigest('bib'),
  csl: ofDigest('json'),
  byLink: endpoint('GET /references/:file', 'anyone', {
    summary:
      'The same by the signed link of a mailed digest, which needs no sign-in: a token and .ris, .bib or .json.',
    selfAuthenticated: true,
    params: z.object({ file: z.string().max(200) }),
    query: which,
    produces: 'text/plain',
  }),
} as const;

/** Path of the citation file of a digest, or of one of its papers, for a signed-in reader. */
export const citationsPath = (digestId: string, format: CitationFormat, paper?: number): string =>
  `/api/digests/${digestId}/references.${format}${paper === undefined ? '' : `?paper=${paper}`}`;
