import { z } from 'zod';
import { type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { beginsWithWithdrawal } from '../record/cleanText.ts';
import { dayFrom } from '../record/days.ts';
import { namesApart, personOf } from '../record/names.ts';
import { byDoi, checked, doiOf, licenseOf, names } from '../record/record.ts';
import {
  type ArticleLink,
  type Day,
  failure,
  firstWords,
  jsonOf,
  type SourceRecord,
} from '../record/source.ts';
import { filled, line, nameInOrder } from '../record/text.ts';
import { readableAbstract } from './abstract.ts';

export type Server = Extract<SourceName, 'biorxiv' | 'medrxiv'>;

export type DetailsPage = ReturnType<typeof readDetails>;

const count = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).pipe(z.int().min(0));

const envelope = z.object({
  messages: z
    .array(z.object({ status: z.string(), total: count.optional(), count: count.optional() }))
    .min(1),
  collection: z.array(z.unknown()).default([]),
});

const row = z.object({
  doi: z.string(),
  title: z.string(),
  authors: z.string().nullish(),
  /** Also with a time. */
  date: z.preprocess((date) => `${date}`.replace(/[T ]\d\d:.*$/, ''), z.iso.date()),
  version: z.coerce.number().int().min(1),
  type: z.string().nullish(),
  category: z.string().nullish(),
  abstract: z.string().nullish(),
  license: z.string().nullish(),
  /** DOI of the journal article, or `NA`. */
  published: z.string().nullish(),
});

/**
 * Parses a reply of `/details`: https://api.biorxiv.org
 * Only the text `no posts found` means no papers; any other status than `ok` is a refusal.
 * @returns `rows` of this page, readable or not: the cursor advances by them, because the page size varies (100, then 30); `total`
 *   of the window, one per version of a preprint
 */
export function readDetails(body: string, server: Server) {
  const { rows, total } = readEnvelope(server, body);
  return { ...checked(rows.map((item) => readRow(server, item))), rows: rows.length, total };
}

/** Parses the reply about one DOI, which has a row per version and no total. */
export function readSingle(body: string, server: Server): { records: SourceRecord[] } {
  const { rows } = readEnvelope(server, body, { isCounted: false });
  return checked(rows.map((item) => readRow(server, item)));
}

/**
 * The rows of any list of the API, and the total number.
 * @throws SourceFailure unless the reply says `ok` or `no posts found`.
 */
function readEnvelope(server: Server, body: string, { isCounted = true } = {}) {
  const parsed = envelope.safeParse(jsonOf(server, body));
  if (!parsed.success) throw failure(server, 'malformed', firstWords(body));
  const { messages, collection } = parsed.data;
  const { status, total } = messages[0]!;
  if (/^no (?:posts|articles) found/i.test(status)) return { rows: [], total: 0 };
  if (status !== 'ok') throw failure(server, 'refused', status);
  if (isCounted && total === undefined) throw failure(server, 'malformed', 'no total');
  return { rows: collection, total: total ?? collection.length };
}

function readRow(server: Server, item: unknown): SourceRecord | null {
  const parsed = row.safeParse(item);
  const doi = parsed.success ? doiOf(parsed.data.doi) : null;
  if (!parsed.success || !doi) return null;
  const { title, authors, date, version, type, category, abstract, published } = parsed.data;
  const words = readableAbstract(text(abstract));
  const people = namesApart(text(authors)).flatMap((author) => nameOf(author) ?? []);
  return {
    source: server,
    sourceId: doi,
    version,
    doi,
    identifiers: names([{ kind: 'doi', value: doi }, byDoi(text(published))]),
    title: line(title),
    abstract: words || null,
    authors: people.map(nameInOrder),
    bibliography: { names: people, ...filled({ license: licenseOf(parsed.data.license) ?? undefined }) },
    journal: null,
    categories: [line(text(category))].filter(Boolean),
    availableOn: firstPosted(doi, version, date),
    publicationDate: date,
    publicationTypes: ['Preprint'],
    state: stateOf(text(type), title, words),
    url: `https://www.${sourceLabels[server].toLowerCase()}.org/content/${encodeURI(doi)}v${version}`,
  };
}

/**
 * The day of the first posting, which only the row of version 1 states. Since December 2019 the DOI starts with the day
 * of submission. Older DOIs are numbers, and their first version was posted before that.
 */
function firstPosted(doi: string, version: number, date: Day): Day {
  if (version === 1) return date;
  const [, year, month, day] = /^10\.\d+\/(\d{4})\.(\d\d)\.(\d\d)\./.exec(doi) ?? [];
  const submitted = year && month && day ? dayFrom(year, month, day) : null;
  const latest = submitted ?? (/^10\.1101\/\d{6}$/.test(doi) ? lastNumberedDoi : date);
  return latest < date ? latest : date;
}
const lastNumberedDoi = '2019-12-11';

/** `NA` means nothing, in every field. */
const text = (value: string | null | undefined): string => (!value || value.trim() === 'NA' ? '' : value);

/** `Smith, J. P.` becomes J. P. Smith; a consortium has no comma and stays as it is. */
function nameOf(author: string) {
  const [family, given, suffix] = author.split(',').map(line);
  return given ? personOf({ family, given, suffix }) : personOf({ group: family });
}

function stateOf(type: string, title: string, abstract: string): SourceRecord['state'] {
  if (
    /retract/i.test(type) ||
    /^\W*(?:retracted|retraction)\b\W*:/i.test(title) ||
    /^RETRACTION (?:STATEMENT|NOTICE)/i.test(abstract)
  )
    return 'retracted';
  if (
    /withdraw/i.test(type) ||
    /^\W*(?:withdrawn|withdrawal)\b\W*:/i.test(title) ||
    beginsWithWithdrawal(abstract)
  )
    return 'withdrawn';
  return 'current';
}

const pub = z.object({
  preprint_doi: z.string(),
  published_doi: z.string(),
  published_journal: z.string().nullish(),
});

/** Parses a reply of `/pubs`. Skips rows without two DOIs; `rows` includes them. @throws SourceFailure */
export function readPubs(
  body: string,
  server: Server,
): { links: ArticleLink[]; rows: number; total: number } {
  const { rows, total } = readEnvelope(server, body);
  const links = rows.flatMap((item): ArticleLink[] => {
    const { data } = pub.safeParse(item);
    const [preprint, article] = [doiOf(data?.preprint_doi), doiOf(data?.published_doi)];
    if (!data || !preprint || !article || preprint === article) return [];
    return [
      {
        preprint: { kind: 'doi', value: preprint },
        article: { kind: 'doi', value: article },
        journal: line(data.published_journal ?? '') || null,
      },
    ];
  });
  return { links, rows: rows.length, total };
}
