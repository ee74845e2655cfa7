import { z } from 'zod';
import { checked } from '../record/record.ts';
import { failure, firstWords, type Identifier, jsonOf } from '../record/source.ts';
import { readable } from '../record/text.ts';
import { all, at, ofReply, orNull, pageOf, parseXml, type XmlElement } from '../record/xml.ts';
import { readArticle } from './article.ts';

const digits = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);

const found = z.object({
  /** Number of hits. Only the first 10,000 can be fetched. */
  count: digits,
  ids: z.array(z.string().regex(/^\d+$/)),
  /** The history key of the result set, for efetch. */
  webEnv: z.string().min(1).optional(),
  queryKey: z.string().min(1).optional(),
  translation: z.string().nullable(),
  /** Such as `Unknown sort schema 'date' ignored`, which comes with status 200 and another order. */
  warnings: z.array(z.string()),
});
export type Found = z.infer<typeof found>;

/**
 * Parses an esearch reply, in the requested JSON or in XML, which NCBI uses for some errors.
 * An unknown phrase is not an error; the count includes the hits of the others.
 */
export function readSearch(body: string): Found {
  const given = /^\s*<[?!e]/i.test(body) ? fromXml(body) : fromJson(body);
  const checkedReply = found.safeParse(given);
  if (!checkedReply.success) throw failure('pubmed', 'malformed', z.prettifyError(checkedReply.error));
  return checkedReply.data;
}

const jsonReply = z.object({
  error: z.string().optional(),
  esearchresult: z
    .object({
      ERROR: z.string().optional(),
      count: z.string().optional(),
      idlist: z.array(z.string()).default([]),
      webenv: z.string().optional(),
      querykey: z.string().optional(),
      querytranslation: z.string().nullish(),
      warninglist: z
        .object({
          phrasesignored: z.array(z.string()).default([]),
          quotedphrasesnotfound: z.array(z.string()).default([]),
          outputmessages: z.array(z.string()).default([]),
        })
        .optional(),
    })
    .optional(),
});

function fromJson(body: string): z.input<typeof found> {
  const reply = jsonReply.safeParse(jsonOf('pubmed', body));
  if (!reply.success) throw failure('pubmed', 'malformed', firstWords(body));
  const { error, esearchresult: result } = reply.data;
  refuseError(error ?? result?.ERROR);
  if (result?.count === undefined) throw failure('pubmed', 'malformed', firstWords(body));
  return {
    count: result.count,
    ids: result.idlist,
    webEnv: result.webenv,
    queryKey: result.querykey,
    translation: result.querytranslation || null,
    warnings: result.warninglist?.outputmessages ?? [],
  };
}

function fromXml(body: string): z.input<typeof found> {
  const root = ofReply('pubmed', () => parseXml(body));
  refuseError(errorIn(root));
  const text = (name: string) => readable(at(root, name)) || undefined;
  return {
    count: text('Count') ?? '',
    ids: all(at(root, 'IdList'), 'Id').map(readable),
    webEnv: text('WebEnv'),
    queryKey: text('QueryKey'),
    translation: text('QueryTranslation') ?? null,
    warnings: all(at(root, 'WarningList'), 'OutputMessage').map(readable),
  };
}

export type Articles = ReturnType<typeof readArticles>;

/** Parses an efetch reply. An unreadable record is counted and does not affect the others. */
export function readArticles(body: string) {
  const page = ofReply('pubmed', () => pageOf(body, 'PubmedArticle', 'PubmedBookArticle'));
  refuseError(errorIn(page.frame));
  if (page.frame.name !== 'PubmedArticleSet') throw failure('pubmed', 'malformed', firstWords(body));
  const articles = page.records.filter(({ name }) => name === 'PubmedArticle');
  const deletions = [...all(page.frame, 'DeleteCitation'), ...all(page.frame, 'DeleteDocument')];
  return {
    ...checked(articles.map(({ xml }) => orNull(() => readArticle(xml)))),
    deleted: deletions
      .flatMap((list) => all(list, 'PMID').map(readable))
      .map((value): Identifier => ({ kind: 'pmid', value })),
    /** Number of book chapters, which PubMed counts as hits but which are not papers. */
    books: page.records.length - articles.length,
  };
}

const summaries = z.object({
  error: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
});
const summary = z.object({ ds_meshterms: z.array(z.string()) });

/**
 * Parses an esummary reply of `db=mesh`: the terms of each heading, the heading first. Inverted terms (`Diabetes Mellitus,
 * Type 2`) are left out, because papers do not write them; MeSH has the natural order of each beside it.
 */
export function readHeadings(body: string): string[][] {
  const reply = summaries.safeParse(jsonOf('pubmed', body));
  if (!reply.success) throw failure('pubmed', 'malformed', firstWords(body));
  refuseError(reply.data.error);
  return Object.values(reply.data.result ?? {}).flatMap((one) => {
    const { success, data } = summary.safeParse(one);
    const terms = success ? data.ds_meshterms.filter((term) => !term.includes(', ')) : [];
    return terms.length ? [terms] : [];
  });
}

/** An error is either the whole body (`<ERROR>…`) or the only element of a set. */
const errorIn = (root: XmlElement): string | undefined =>
  root.name === 'ERROR' ? readable(root) : all(root, 'ERROR').map(readable).join(' ') || undefined;

function refuseError(message: string | undefined): void {
  if (!message) return;
  if (/rate limit/i.test(message)) throw failure('pubmed', 'rate-limited', message);
  // NCBI reports some temporary internal problems as query errors; a retry succeeds.
  const isTemporary = /backend|timed? ?out|temporar/i.test(message);
  throw failure('pubmed', isTemporary ? 'unavailable' : 'refused', message);
}
