import { z } from 'zod';
import { sourceName } from '#shared/papers/sources.ts';
import { day, storable } from '#shared/values/fields.ts';
import { cleanAbstract, cleanTitle, type Written } from './cleanText.ts';
import type { Identifier, SourceRecord } from './source.ts';

/** A paper of the year 9999 would be the newest forever. */
const publicationDay = day.refine((text) => text >= '1000' && text < '2200');

const identifier = z.object({
  kind: z.enum(['doi', 'arxiv', 'pmid']),
  value: storable.min(1).max(300),
});

const part = storable.min(1).max(1_000);

const bibliography = z.object({
  names: z
    .array(
      z.union([
        z.object({
          family: part,
          given: part.optional(),
          particle: part.optional(),
          suffix: part.optional(),
          orcid: z
            .string()
            .regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/)
            .optional(),
          literal: z.undefined().optional(),
        }),
        z.object({ literal: part, family: z.undefined().optional() }),
      ]),
    )
    .max(20_000),
  volume: part.optional(),
  issue: part.optional(),
  pages: part.optional(),
  issn: part.optional(),
  pmcid: part.optional(),
  license: part.optional(),
  titleTex: storable.min(1).max(5_000).optional(),
});

/**
 * The final check of this room: every adapter's records leave only in this shape. The length limits are far above anything
 * real, and keep a broken record from filling the corpus.
 */
const sourceRecord = z.object({
  source: sourceName,
  sourceId: storable.min(1).max(200),
  version: z.int().min(1).max(10_000).nullable(),
  doi: storable.max(300).nullable(),
  identifiers: z.array(identifier),
  about: z.array(identifier).optional(),
  notices: z
    .array(
      z.object({
        kind: z.enum(['corrected', 'concern', 'retracted', 'withdrawn']),
        id: storable.min(1).max(300).nullable(),
        doi: storable.max(300).nullable(),
        url: storable.startsWith('https://').max(500),
      }),
    )
    .max(1_000)
    .optional(),
  title: storable.min(1).max(5_000),
  abstract: storable.min(1).max(100_000).nullable(),
  authors: z.array(storable.min(1).max(1_000)).max(20_000),
  bibliography: bibliography.optional(),
  journal: storable.min(1).max(1_000).nullable(),
  categories: z.array(storable.min(1).max(200)),
  availableOn: publicationDay,
  publicationDate: storable.min(1).max(200).nullable(),
  publicationTypes: z.array(storable.min(1).max(200)),
  state: z.enum(['current', 'retracted', 'withdrawn']),
  url: storable.startsWith('https://').max(500),
  indexed: z
    .object({
      substances: z.array(part).max(100),
      classes: z.array(part).max(100),
      ownTitle: storable.max(1_000).nullable(),
    })
    .optional(),
}) satisfies z.ZodType<SourceRecord>;

/** The records that match the shape, with cleaned texts, and the number of those that do not. */
export function checked(
  records: Iterable<SourceRecord | null>,
  written?: Written,
): { records: SourceRecord[]; malformed: number } {
  const kept: SourceRecord[] = [];
  let malformed = 0;
  for (const record of records) {
    if (record && sourceRecord.safeParse(record).success) kept.push(withCleanTexts(record, written));
    else malformed++;
  }
  return { records: kept, malformed };
}

const withCleanTexts = (record: SourceRecord, written?: Written): SourceRecord => ({
  ...record,
  title: cleanTitle(record.title, written),
  abstract: record.abstract && cleanAbstract(record.abstract, written),
});

/** A DOI in lower case without resolver; null if the text is not a DOI. */
export function doiOf(text: string | null | undefined): string | null {
  const doi = (text ?? '')
    .trim()
    .replace(/^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/{1,2}|info:doi\/|urn:doi:|doi[:\s]\s*){1,2}/i, '')
    .toLowerCase();
  return /^10\.\d{4,9}\/\S+$/.test(doi) ? doi : null;
}

/** The ORCID at the end of a text or address, also without its hyphens; undefined without one. */
export const orcidIn = (text: string | null | undefined): string | undefined =>
  /(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])$/i
    .exec(text?.trim() ?? '')
    ?.slice(1)
    .join('-')
    .toUpperCase();

/** An arXiv identifier in the old or new format, with its version if given; null if the text is not one. */
export function arxivIdOf(text: string): { id: string; version: number | null } | null {
  const match = /^(?:arxiv:)?(?:(\d{4}\.\d{4,5})|([a-z-]+)(?:\.[A-Z]{2})?\/(\d{7}))(?:v(\d{1,4}))?$/i.exec(
    text,
  );
  if (!match) return null;
  const [, modern, archive, number, version] = match;
  return {
    id: modern ?? `${archive!.toLowerCase()}/${number}`,
    version: version ? Number(version) : null,
  };
}

/**
 * The given identifiers without duplicates. arXiv's own DOI (10.48550/arXiv.…) adds its arXiv identifier:
 * https://info.arxiv.org/help/doi.html
 */
export function names(given: (Identifier | null)[]): Identifier[] {
  const byName = new Map<string, Identifier>();
  const add = (identifier: Identifier) => byName.set(`${identifier.kind} ${identifier.value}`, identifier);
  for (const identifier of given) {
    if (!identifier) continue;
    add(identifier);
    const arxiv = identifier.kind === 'doi' && arxivIdOf(identifier.value.replace(/^10\.48550\/arxiv\./, ''));
    if (arxiv) add({ kind: 'arxiv', value: arxiv.id });
  }
  return [...byName.values()];
}

/** For `names`: a DOI as found, or nothing. */
export const byDoi = (text: string | null | undefined): Identifier | null => {
  const value = doiOf(text);
  return value ? { kind: 'doi', value } : null;
};

/**
 * A Creative Commons license in its usual form, `cc-by-nc-nd`, from any spelling (`cc_by`, `CC BY 4.0`, an address); null
 * for any other license, because we do not know what it allows.
 */
export function licenseOf(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\/([a-z-]+)\/.*$/, 'cc-$1')
    .replace(/[\s_]+/g, '-')
    .replace(/-\d\.\d$/, '');
  if (/^cc-?(?:0|zero)$/.test(plain)) return 'cc0';
  return /^cc-by(?:-nc)?(?:-nd|-sa)?$/.test(plain) ? plain : null;
}
