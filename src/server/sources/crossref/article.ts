import { z } from 'zod';
import { dayFrom, dayOfIso } from '../record/days.ts';
import { personOf } from '../record/names.ts';
import { checked, doiOf, licenseOf, names } from '../record/record.ts';
import { type Day, failure, firstWords, jsonOf, type SourceRecord } from '../record/source.ts';
import { filled, line, nameInOrder, paragraphs } from '../record/text.ts';
import { readPage } from './reply.ts';

/** A registered article, and what a journal's receipt and a list of citations need to know about it. */
export interface Article {
  record: SourceRecord;
  /** Day on which its DOI was registered. */
  registeredOn: Day;
  /** Latest day on which it can have been published; null if its record names no month. */
  publishedOn: Day | null;
  /** DOIs in its list of references, in lower case; empty until the publisher registers them. */
  references: string[];
}

export type ArticlesPage = ReturnType<typeof readArticles>;

/** The fields that `articleOf` reads. */
export const articleFields =
  'DOI,type,title,author,abstract,container-title,created,published,volume,issue,page,article-number,ISSN,license,reference,URL';

/** A page of a list of works. @throws SourceFailure */
export function readArticles(body: string) {
  const { items, next, total } = readPage(body);
  const read = items.map(articleOf);
  const { records, malformed } = checked(read.map((one) => one?.record ?? null));
  const byDoi = new Map(read.flatMap((one) => (one ? [[one.record.sourceId, one] as const] : [])));
  return {
    articles: records.map((record): Article => ({ ...byDoi.get(record.sourceId)!, record })),
    /** Number of items that could not be read. */
    malformed,
    /** DOIs of all items, readable or not. */
    dois: items.flatMap((one) => doiOf(named.safeParse(one).data?.DOI) ?? []),
    /** Crossref's count of the whole list. */
    total,
    next,
  };
}

const named = z.object({ DOI: z.string().max(300) });
const text = z.string().nullish();
const texts = z.array(z.string()).nullish();
const several = z.array(z.unknown()).nullish();

const item = z.object({
  DOI: z.string(),
  ...{ title: texts, 'container-title': texts, ISSN: texts },
  ...{ type: text, abstract: text, volume: text, issue: text, page: text, 'article-number': text },
  ...{ author: several, reference: several, license: several },
  created: z.object({ 'date-time': z.string() }),
  published: z.object({ 'date-parts': z.array(z.array(z.number().nullable())) }).nullish(),
});

/** An item of a list of works; null if it lacks a DOI, a title or the day of its registration. */
export function articleOf(one: unknown): Article | null {
  const { data } = item.safeParse(one);
  const doi = doiOf(data?.DOI);
  const title = line(decoded(data?.title?.[0] ?? ''));
  const registeredOn = data && dayOfIso(data.created['date-time'].slice(0, 10));
  if (!data || !doi || !title || !registeredOn) return null;
  const people = (data.author ?? []).slice(0, 5_000).flatMap((one) => nameOf(one) ?? []);
  const abstract = paragraphs(withLines(decoded(data.abstract ?? '')));
  const publishedOn = lastDay(data.published?.['date-parts'][0]);
  const pages = data.page ?? data['article-number'] ?? undefined;
  const [volume, issue, issn] = [data.volume ?? undefined, data.issue ?? undefined, data.ISSN?.[0]];
  const license = (data.license ?? []).map((one) =>
    licenseOf(z.object({ URL: z.string() }).safeParse(one).data?.URL),
  );
  return {
    record: {
      ...({ source: 'crossref', sourceId: doi, version: null, state: 'current' } as const),
      ...{ doi, title, abstract: abstract || null, authors: people.map(nameInOrder) },
      categories: [],
      identifiers: names([{ kind: 'doi', value: doi }]),
      bibliography: {
        names: people,
        ...filled({ volume, issue, pages, issn, license: license.find(Boolean) ?? undefined }),
      },
      journal: line(decoded(data['container-title']?.[0] ?? '')) || null,
      ...{
        availableOn: registeredOn,
        publicationDate: publishedOn,
        url: `https://doi.org/${encodeURI(doi)}`,
      },
      publicationTypes: [data.type === 'posted-content' ? 'Preprint' : 'Journal Article'],
    },
    ...{ registeredOn, publishedOn },
    references: (data.reference ?? []).flatMap((one) => doiOf(named.safeParse(one).data?.DOI) ?? []),
  };
}

const author = z.object({ given: text, family: text, suffix: text, name: text, ORCID: text });

function nameOf(one: unknown) {
  const { data } = author.safeParse(one);
  return personOf({ ...data, orcid: data?.ORCID, group: data?.name });
}

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
  /** Of its printed and its electronic form, sorted. The first one names the journal. */
  issns: string[];
}

const journal = z.object({ title: z.string(), ISSN: z.array(z.string()) });
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
    return title && issns.length ? [{ title, issns }] : [];
  });
}
