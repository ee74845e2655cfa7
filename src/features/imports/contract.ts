import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint.ts';
import type { IdentifierKind } from '#shared/papers/sources.ts';
import { tagLengthAtMost } from '#shared/shelf/shelf.ts';
import { moment } from '#shared/values/fields.ts';

/** Maximum number of references per import. */
export const referencesAtMost = 1000;
/** Maximum characters per import: 5 MB of ASCII. */
export const importTextAtMost = 5 * 1024 * 1024;

/** One work in a list of references, with the fields that help to find it. */
export interface Reference {
  /** Identifiers, most trusted first. */
  identifiers: { kind: IdentifierKind; value: string }[];
  title: string | null;
  /** Full names: `Ada Okafor`. */
  authors: string[];
  year: number | null;
  tags: string[];
  note: string;
}

/** The formats of reference lists, with the pages' names for them. */
export const importFormats = {
  ris: 'RIS',
  bibtex: 'BibTeX',
  csl: 'CSL-JSON',
  'zotero-rdf': 'Zotero RDF',
  'endnote-xml': 'EndNote XML',
  'pubmed-xml': 'PubMed XML',
  tagged: 'a text of Web of Science, RefWorks or the Cochrane Library',
  labeled: 'a text of EndNote or arXiv',
  nbib: 'NBIB',
  enw: 'ENW',
  table: 'a table (CSV)',
  list: 'a list of identifiers',
} as const;
export type ImportFormat = keyof typeof importFormats;

/** Outcome of one reference. `known`: already on the shelf; `duplicate`: earlier in the list. */
export const importOutcomes = ['added', 'known', 'duplicate', 'not-found'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

export const shelfImport = z.object({
  id: z.uuid(),
  /** `waiting`: a source asked us to try again later, as `detail` says. */
  status: z.enum(['running', 'waiting', 'done']),
  format: z.enum(Object.keys(importFormats) as [ImportFormat, ...ImportFormat[]]),
  createdAt: moment,
  finishedAt: moment.nullable(),
  /** Number of references, and how many have an outcome. */
  total: z.int(),
  resolved: z.int(),
  added: z.int(),
  known: z.int(),
  duplicates: z.int(),
  /** References that could not be found, in their order, at most 200, each with a sentence. */
  notFound: z.array(z.object({ place: z.int(), label: z.string(), reason: z.string() })),
  notFoundInAll: z.int(),
  /** A sentence for the reader while a source does not answer. */
  detail: z.string().nullable(),
});
export type ShelfImport = z.infer<typeof shelfImport>;

export const importApi = {
  start: endpoint('POST /api/imports', 'session', {
    // Allows for characters of two and three bytes and for escaped line breaks.
    bodyBytes: 8 * 1024 * 1024,
    summary:
      'Put references on the shelf: RIS, BibTeX, CSL-JSON, Zotero RDF, EndNote XML, ENW, NBIB, PubMed XML, Web of Science, CSV, or one DOI, PMID, or other identifier a line; 5 MB at most. They are looked up in the background; one import at a time.',
    body: z.object({
      text: z.string().min(1, 'Please paste references or choose a file.'),
      /** Tags added to every paper of the import. */
      tag: z
        .string()
        .trim()
        .max(tagLengthAtMost, `A tag can have at most ${tagLengthAtMost} characters.`)
        .optional(),
    }),
    response: shelfImport,
  }),
  newest: endpoint('GET /api/imports', 'session', {
    summary: 'The reader’s imports of the last 30 days, newest first.',
    response: z.array(shelfImport),
  }),
  read: endpoint('GET /api/imports/:id', 'session', {
    summary: 'How far an import is, and what could not be found.',
    response: shelfImport,
  }),
  remove: endpoint('DELETE /api/imports/:id', 'session', {
    summary:
      'Delete an import, which stops it. With `papers`, the papers that it added leave the shelf too, unless the reader has written a note on them since.',
    body: z.object({ papers: z.boolean().default(false) }),
  }),
} as const;
