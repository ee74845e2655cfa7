import { z } from 'zod';
import type { PersonName } from '#shared/papers/bibliography.ts';
import { dayFrom, dayOfIso } from '../record/days.ts';
import { checked, doiOf, licenseOf, names } from '../record/record.ts';
import { type Day, failure, firstWords, jsonOf, type SourceRecord } from '../record/source.ts';
import { filled, line, nameInOrder, paragraphs } from '../record/text.ts';
import { readPage } from './reply.ts';

/** A registered article, and what a journal's receipt and a list of citations need to know about it. */
export interface Article {
  record: SourceRecord;
  /** Day on which its DOI was registered. */
  registeredOn: Day;
  /** Latest day on which it can have been published, by the dates of its record; null if they name no month. */
  publishedOn: Day | null;
  /** DOIs in its list of references, in lower case; empty until the publisher registers them. */
  references: string[];
}

export interface ArticlesPage {
  articles: Article[];
  /** Number of items that could not be read. */
  malformed: number;
  /** DOIs of all items, readable or not. */
  dois: string[];
  /** Crossref's count of the whole list. */
  total: number;
  next: string | null;
}

/** The fields that `articleOf` reads. */
export const articleFields =
  'DOI,type,title,author,abstract,container-title,created,published,published-online,published-print,volume,issue,page,article-number,ISSN,license,reference,URL';

/** A page of a list of works. @throws SourceFailure */
export function readArticles(body: string): ArticlesPage {
  const { items, next, total } = readPage(body);
  const read = items.map(articleOf);
  const { records, malformed } = checked(read.map((one) => one?.record ?? null));
  const byDoi = new Map(read.flatMap((one) => (one ? [[one.record.sourceId, one] as const] : [])));
  return {
    articles: records.map((record) => ({ ...byDoi.get(record.sourceId)!, record })),
    malformed,
    dois: items.flatMap((one) => doiOf(z.object({ DOI: z.string() }).safeParse(one).data?.DOI) ?? []),
    total,
    next,
  };
}

const parts = z.object({ 'date-parts': z.array(z.array(z.number().nullable())) }).nullish();
const texts = z.array(z.string()).nullish();

const item = z.object({
  DOI: z.string(),
  type: z.string().nullish(),
  title: texts,
  'container-title': texts,
  ISSN: texts,
  abstract: z.string().nullish(),
  author: z.array(z.unknown()).nullish(),
  reference: z.array(z.unknown()).nullish(),
  created: z.object({ 'date-time': z.string() }),
  published: parts,
  'published-online': parts,
  'published-print': parts,
  volume: z.string().nullish(),
  issue: z.string().nullish(),
  page: z.string().nullish(),
  'article-number': z.string().nullish(),
  license: z.array(z.unknown()).nullish(),
});

/** An item of a list of works; null if it lacks a DOI, a title or the day of its registration. */
export function articleOf(one: unknown): Article | null {
  const { data } = item.safeParse(one);
  const doi = doiOf(data?.DOI);
  const title = line(decoded(data?.title?.[0] ?? ''));
  const registeredOn = data && dayOfIso(data.created['date-time'].slice(0, 10));
  if (!data || !doi || !title || !registeredOn) return null;
  const people = (data.author ?? []).slice(0, mostAuthors).flatMap((one) => nameOf(one) ?? []);
  const abstract = paragraphs(withLines(decoded(data.abstract ?? '')));
  const days = [data['published-online'], data['published-print'], data.published].flatMap(
    (one) => lastDay(one?.['date-parts'][0]) ?? [],
  );
  const publishedOn = days.sort()[0] ?? null;
  const { volume, issue, ISSN, page, 'article-number': number } = data;
  return {
    record: {
      source: 'crossref',
      sourceId: doi,
      version: null,
      doi,
      identifiers: names([{ kind: 'doi', value: doi }]),
      title,
      abstract: abstract || null,
      authors: people.map(nameInOrder),
      bibliography: {
        names: people,
        ...filled({
          volume: volume ?? undefined,
          issue: issue ?? undefined,
          pages: page ?? number ?? undefined,
          issn: ISSN?.[0],
          license: licenseIn(data.license ?? []),
        }),
      },
      journal: line(decoded(data['container-title']?.[0] ?? '')) || null,
      categories: [],
      availableOn: registeredOn,
      publicationDate: publishedOn,
      publicationTypes: [data.type === 'posted-content' ? 'Preprint' : 'Journal Article'],
      state: 'current',
      url: `https://doi.org/${encodeURI(doi)}`,
    },
    registeredOn,
    publishedOn,
    references: (data.reference ?? []).flatMap((one) => doiOf(cited.safeParse(one).data?.DOI) ?? []),
  };
}

/** Far above any byline; some records repeat theirs. */
const mostAuthors = 5_000;

const cited = z.object({ DOI: z.string().max(300) });

const author = z.object({
  given: z.string().nullish(),
  family: z.string().nullish(),
  suffix: z.string().nullish(),
  name: z.string().nullish(),
  ORCID: z.string().nullish(),
});

function nameOf(one: unknown): PersonName | null {
  const { data } = author.safeParse(one);
  const [family, given, suffix] = [data?.family, data?.given, data?.suffix].map((text) => line(text ?? ''));
  const orcid = /\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/i.exec(data?.ORCID?.trim() ?? '')?.[0]?.toUpperCase();
  if (family) return { family, ...(given && { given }), ...(suffix && { suffix }), ...(orcid && { orcid }) };
  const literal = line(data?.name ?? given ?? '');
  return literal ? { literal } : null;
}

const licenseIn = (all: unknown[]): string | undefined =>
  all
    .map((one) => licenseOf(z.object({ URL: z.string() }).safeParse(one).data?.URL))
    .find((license) => license !== null) ?? undefined;

/** The last day that a date of one to three numbers can mean; null for a year alone. */
function lastDay([year, month, day]: (number | null)[] = []): Day | null {
  if (!year || !month) return null;
  const last = day ?? new Date(Date.UTC(year, month, 0)).getUTCDate();
  return dayFrom(String(year), String(month), String(last));
}

/** Publishers encode markup and signs once more than needed. */
const decoded = (text: string): string =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/<(\/?)jats:/gi, '<$1');

/** Headings and paragraphs on lines of their own; checking the record removes their tags. */
const withLines = (text: string): string =>
  text.replace(/(?=<(?:title|p|sec)\b)/gi, '\n').replace(/<\/p>/gi, '\n');

/** A journal as Crossref lists it. */
export interface RegisteredJournal {
  title: string;
  publisher: string | null;
  /** Of its printed and its electronic form, sorted. The first one names the journal. */
  issns: string[];
}

const journal = z.object({
  title: z.string(),
  publisher: z.string().nullish(),
  ISSN: z.array(z.string()),
});
const oneJournal = z.object({ status: z.literal('ok'), message: journal });
const journalList = z.object({ status: z.literal('ok'), message: z.object({ items: z.array(z.unknown()) }) });

/** A reply of `/journals/{issn}` or `/journals?query=`, without journals that have no ISSN. @throws SourceFailure */
export function readJournals(body: string): RegisteredJournal[] {
  const json = jsonOf('crossref', body);
  const [one, list] = [oneJournal.safeParse(json).data, journalList.safeParse(json).data];
  if (!one && !list) throw failure('crossref', 'malformed', firstWords(body));
  return (one ? [one.message] : list!.message.items).flatMap((found) => {
    const { data } = journal.safeParse(found);
    const issns = [...new Set(data?.ISSN.map((issn) => issn.trim().toUpperCase()))]
      .filter((issn) => /^\d{4}-\d{3}[\dX]$/.test(issn))
      .sort();
    const title = line(decoded(data?.title ?? '')).slice(0, 300);
    return title && issns.length ? [{ title, publisher: line(data?.publisher ?? '') || null, issns }] : [];
  });
}
