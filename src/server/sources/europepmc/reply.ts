import { z } from 'zod';
import { beginsWithWithdrawal } from '../record/cleanText.ts';
import { dayOfIso } from '../record/days.ts';
import { personOf } from '../record/names.ts';
import { checked, doiOf, licenseOf, names } from '../record/record.ts';
import {
  type ArticleLink,
  type Day,
  failure,
  firstWords,
  type Identifier,
  jsonOf,
  type SourceRecord,
} from '../record/source.ts';
import { filled, line, nameInOrder, paragraphs } from '../record/text.ts';

interface SearchPage {
  results: unknown[];
  /** The cursor of the next page; null on the last. */
  next: string | null;
  /** Total hits by the service's count. */
  total: number;
}

const envelope = z.object({
  hitCount: z.coerce.number().int().min(0),
  nextCursorMark: z.string().nullish(),
  resultList: z.object({ result: z.array(z.unknown()) }),
});

const problem = z.object({ errCode: z.coerce.number(), errMsg: z.string().nullish() });

/**
 * Parses a reply of `/search`. Errors may have status 200, so only a list is valid. The last page repeats the requested
 * cursor; an empty list has none.
 * @throws SourceFailure
 */
export function readSearch(body: string, asked: string): SearchPage {
  const json = jsonOf('europepmc', body);
  const said = problem.safeParse(json);
  if (said.success)
    throw failure('europepmc', 'refused', `${said.data.errCode}: ${said.data.errMsg ?? 'no message'}`);
  const { data } = envelope.safeParse(json);
  if (!data) throw failure('europepmc', 'malformed', firstWords(body));
  const { result } = data.resultList;
  const next = data.nextCursorMark ?? null;
  return { results: result, next: result.length === 0 || next === asked ? null : next, total: data.hitCount };
}

export interface RecordsPage extends Omit<SearchPage, 'results'> {
  /** All results on the page, needed or not. */
  received: number;
  records: SourceRecord[];
  malformed: number;
  /** For readers, about a record that was skipped. */
  note?: string;
}

/** The records in a reply of `/search`. @throws SourceFailure */
export function readRecords(body: string, asked: string): RecordsPage {
  const { results, next, total } = readSearch(body, asked);
  return { ...checked(results.filter(isWanted).map(recordOf)), received: results.length, next, total };
}

/** The preprints with articles in a reply of `/search`. @throws SourceFailure */
export function readLinks(body: string, asked: string): { links: ArticleLink[]; next: string | null } {
  const { results, next } = readSearch(body, asked);
  return { links: results.flatMap(linksOf), next };
}

const summarized = z.object({ doi: z.string(), source: z.string(), abstractText: z.string() });

/** The abstracts of the articles in a reply of `/search`, by DOI. @throws SourceFailure */
export const readAbstracts = (body: string, asked: string): [string, string][] =>
  readSearch(body, asked).results.flatMap((one): [string, string][] => {
    const { data } = summarized.safeParse(one);
    const [doi, text] = [doiOf(data?.doi), paragraphs(withLines(data?.abstractText ?? ''))];
    return doi && text && data?.source !== 'PPR' ? [[doi, text]] : [];
  });

const author = z.object({
  fullName: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  initials: z.string().nullish(),
  collectiveName: z.string().nullish(),
  authorId: z.object({ value: z.string() }).nullish().catch(null),
});

const link = z.object({
  id: z.string(),
  source: z.string(),
  type: z.string(),
  note: z.string().nullish(),
  reference: z.string().nullish(),
});

const row = z.object({
  id: z.string().regex(/^PPR\d+$/),
  doi: z.string(),
  title: z.string(),
  authorList: z.object({ author: z.array(author) }).nullish(),
  abstractText: z.string().nullish(),
  pubTypeList: z.object({ pubType: z.array(z.string()) }).nullish(),
  bookOrReportDetails: z.object({ publisher: z.string().nullish() }).nullish(),
  versionList: z.object({ version: z.array(z.object({ firstPublishDate: z.string().nullish() })) }).nullish(),
  license: z.string().nullish(),
  versionNumber: z.coerce.number().int().min(1).nullish(),
  commentCorrectionList: z.object({ commentCorrection: z.array(link) }).nullish(),
  firstPublicationDate: z.string().nullish(),
  firstIndexDate: z.string().nullish(),
});
type Row = z.output<typeof row>;

/** We read these at their own servers, which have more fields earlier. */
const readElsewhere = new Set(['biorxiv', 'medrxiv']);

/** Whether a result is a preprint that we read from this source. */
export function isWanted(item: unknown): boolean {
  const { data } = z
    .object({ source: z.string(), bookOrReportDetails: row.shape.bookOrReportDetails })
    .safeParse(item);
  if (!data) return true;
  const server = data.bookOrReportDetails?.publisher?.toLowerCase() ?? '';
  return data.source === 'PPR' && !readElsewhere.has(server);
}

/** A result of `resultType=core` as a record; null if it cannot be read, or has no DOI or day. */
export function recordOf(item: unknown): SourceRecord | null {
  const { data } = row.safeParse(item);
  const doi = doiOf(data?.doi);
  const availableOn = data && dayOf(data);
  if (!data || !doi || !availableOn) return null;
  const people = (data.authorList?.author ?? []).flatMap((one) => nameOf(one) ?? []);
  const text = paragraphs(withLines(data.abstractText ?? ''));
  return {
    source: 'europepmc',
    sourceId: withoutVersion(doi),
    version: data.versionNumber ?? null,
    doi,
    identifiers: names([
      { kind: 'doi', value: doi },
      { kind: 'doi', value: withoutVersion(doi) },
      ...articlesOf(data).map(({ article }) => article),
    ]),
    title: line(data.title),
    abstract: text || null,
    authors: people.map(nameInOrder),
    bibliography: { names: people, ...filled({ license: licenseOf(data.license) ?? undefined }) },
    // As in other indexes, the journal field contains the server.
    journal: line(data.bookOrReportDetails?.publisher ?? '') || null,
    categories: [],
    availableOn,
    publicationDate: data.firstPublicationDate ?? null,
    publicationTypes: ['Preprint'],
    state: isWithdrawn(data, text) ? 'withdrawn' : 'current',
    url: `https://europepmc.org/article/PPR/${data.id}`,
  };
}

/** The articles linked to a result by its server, its authors or its publisher. */
export function linksOf(item: unknown): ArticleLink[] {
  const { data } = row.safeParse(item);
  const doi = doiOf(data?.doi);
  if (!data || !doi) return [];
  const preprint = { kind: 'doi', value: withoutVersion(doi) } as const;
  return articlesOf(data).map(({ article, journal }) => ({ preprint, article, journal }));
}

/**
 * The DOI that all versions share. Research Square and Authorea append `/v2`, Preprints.org `.v2`, ChemRxiv
 * `-v2`, the servers of OSF `_v2`, F1000Research and its sister journals a bare number.
 */
export const withoutVersion = (doi: string): string =>
  doi.replace(/(?<=\d[^/]{0,40})[/._-]v\d{1,3}$/, '').replace(/^(10\.12688\/[a-z\d]+\.\d+)\.\d{1,2}$/, '$1');

/**
 * The day on which the first version was posted, but not later than the day of listing, because some posting dates are in
 * the future, like print dates.
 */
function dayOf({ firstPublicationDate, firstIndexDate, versionList }: Row): Day | null {
  const versions = (versionList?.version ?? []).map(({ firstPublishDate }) => firstPublishDate);
  const days = [firstPublicationDate, firstIndexDate, ...versions].flatMap(
    (text) => dayOfIso(text ?? '') ?? [],
  );
  return days.sort()[0] ?? null;
}

/**
 * Europe PMC links some preprints to articles itself, by title and first author, and says so in a note. We ignore those
 * guesses and rely on our own comparison of title, authors and numbers.
 */
function articlesOf({ commentCorrectionList }: Row): { article: Identifier; journal: string | null }[] {
  return (commentCorrectionList?.commentCorrection ?? []).flatMap(({ id, source, type, note, reference }) => {
    const isAsserted = /^preprint of$/i.test(type.trim()) && !/author match/i.test(note ?? '');
    if (!isAsserted || source !== 'MED' || !/^\d{1,9}$/.test(id)) return [];
    const journal = line(reference ?? '').split('.')[0] || null;
    return [{ article: { kind: 'pmid', value: id }, journal }];
  });
}

function isWithdrawn({ pubTypeList, title }: Row, abstract: string): boolean {
  const types = (pubTypeList?.pubType ?? []).map((type) => type.toLowerCase());
  return (
    types.includes('preprint-withdrawal') ||
    types.includes('preprint-removal') ||
    /^\W*(?:withdrawn|withdrawal|removed)\b\W*:/i.test(title) ||
    beginsWithWithdrawal(abstract)
  );
}

const nameOf = ({ firstName, lastName, initials, authorId, ...of }: z.output<typeof author>) =>
  personOf({
    ...{ family: lastName, given: firstName ?? initials, orcid: authorId?.value },
    group: of.collectiveName ?? of.fullName,
  });

/** Puts headings and paragraphs on separate lines; checking the record removes their tags. */
const withLines = (text: string): string =>
  text.replace(/(?=<h\d\b)/gi, '\n').replace(/<\/?(?:p|br|sec)\b[^<>]{0,100}>/gi, '\n');
