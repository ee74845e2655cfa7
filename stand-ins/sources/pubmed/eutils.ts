import { type Context, Hono } from 'hono';
import type { SourcesEnv } from '../faults/env.ts';
import { type Entry, visible } from '../records/entry.ts';
import type { RecordIndex } from '../search/recordIndex.ts';
import { element } from '../wire/xml.ts';
import { pubmedArticle } from './article.ts';
import { type Fields, History, searchPubmed } from './search.ts';

/** PubMed returns only the first 9,999 hits of a query, by any call. */
const reach = 9_999;
const beyond =
  "Search Backend failed: Exception: 'retstart' cannot be larger than 9998. For PubMed, ESearch can only retrieve the first 9,999 records matching the query. To obtain more than 9,999 PubMed records, consider using EDirect that contains additional logic to batch PubMed search results automatically so that an arbitrary number can be retrieved. For details see https://www.ncbi.nlm.nih.gov/books/NBK25499/";

type EutilsContext = Context<SourcesEnv>;

/**
 * The calls of NCBI's E-utilities that the product makes: esearch and efetch by form, einfo, and on `db=mesh` esearch and
 * esummary.
 */
export function pubmed(recordIndex: RecordIndex) {
  const history = new History();
  const app = new Hono<SourcesEnv>();
  app.post('/esearch.fcgi', async (c) => esearch(c, await fieldsOf(c), recordIndex, history));
  app.post('/efetch.fcgi', async (c) => efetch(c, await fieldsOf(c), recordIndex, history));
  app.post('/esummary.fcgi', async (c) => c.json(meshSummaries(((await fieldsOf(c)).id ?? '').split(','))));
  app.get('/einfo.fcgi', (c) => xml(c, databases));
  return app;
}

const fieldsOf = async (c: EutilsContext): Promise<Fields> =>
  Object.fromEntries(new URLSearchParams(await c.req.text()));

function esearch(c: EutilsContext, fields: Fields, recordIndex: RecordIndex, history: History) {
  const error = (sentence: string) => c.json({ header, esearchresult: { ERROR: sentence } });
  if (fields.db === 'mesh') {
    const ids = meshIds(fields.term ?? '');
    return c.json({ esearchresult: { count: String(ids.length), retmax: '20', retstart: '0', idlist: ids } });
  }
  if (fields.db && fields.db !== 'pubmed') return error(`Invalid db name specified: ${fields.db}`);
  const found = searchPubmed(recordIndex, fields);
  if (!found) return error('Empty term and query_key - nothing todo');
  const start = whole(fields.retstart, 0);
  if (start >= reach && found.entries.length >= reach) return error(beyond);
  let most = whole(fields.retmax, 20);
  if (c.get('spoil') === 'pages-of-30') most = Math.min(most, 30);
  if (start + most > reach && (most > reach || found.entries.length > reach)) {
    found.messages.push(
      `Restrictions achieved. start and count adjusted to ${start}, ${Math.max(0, reach - start)}`,
    );
    most = Math.max(0, reach - start);
  }
  const idlist = found.entries.slice(start, start + most).map(({ id }) => id);
  if (c.get('spoil') === 'malformed-record' && idlist.length) idlist[0] = '';
  const { phrasesNotFound, fieldsNotFound, quotedPhrasesNotFound, messages } = found;
  return c.json({
    header,
    esearchresult: {
      count: String(found.entries.length),
      retmax: String(idlist.length),
      retstart: String(start),
      ...(fields.usehistory === 'y' && { querykey: '1', webenv: history.keep(found.entries) }),
      idlist,
      translationset: [],
      querytranslation: found.translation,
      ...((phrasesNotFound.length || fieldsNotFound.length) && {
        errorlist: { phrasesnotfound: phrasesNotFound, fieldsnotfound: fieldsNotFound },
      }),
      ...((messages.length || quotedPhrasesNotFound.length) && {
        warninglist: {
          ...{ phrasesignored: [], quotedphrasesnotfound: quotedPhrasesNotFound, outputmessages: messages },
        },
      }),
    },
  });
}

const header = { type: 'esearch', version: '0.3' };

/** The records named by `id` or by a history key, in that order; null if there are none. */
function askedFor(fields: Fields, recordIndex: RecordIndex, history: History): Entry[] | null {
  const start = whole(fields.retstart, 0);
  const most = whole(fields.retmax, reach);
  if (fields.id)
    return fields.id
      .split(/[\s,]+/)
      .flatMap((id) => recordIndex.get(id) ?? [])
      .filter(visible)
      .slice(start, start + most);
  const kept = history.get(fields.WebEnv, fields.query_key)?.slice(0, reach);
  return kept?.slice(start, start + most).filter(visible) ?? null;
}

function efetch(c: EutilsContext, fields: Fields, recordIndex: RecordIndex, history: History) {
  const error = (sentence: string) =>
    xml(c, `${xmlHead}<eFetchResult>\n\t${element('ERROR', sentence)}\n</eFetchResult>\n`, 400);
  if (fields.db && fields.db !== 'pubmed') return error(`Invalid db name specified: ${fields.db}`);
  if (!fields.id && whole(fields.retstart, 0) >= reach) return error(beyond);
  let entries = askedFor(fields, recordIndex, history);
  if (!entries && fields.WebEnv) return error(`Cannot retrieve history data. query_key: ${fields.query_key}`);
  if (!entries) return error('Empty id list - nothing todo');
  if (fields.id && !entries.length) return error('ID list is empty! Possibly it has no correct IDs.');
  if (c.get('spoil') === 'pages-of-30') entries = entries.slice(0, 30);
  const spoilt = c.get('spoil') === 'malformed-record';
  const articles = entries.map((entry, place) => pubmedArticle(entry, { withoutId: spoilt && place === 0 }));
  return xml(c, `${efetchHead}<PubmedArticleSet>\n${articles.join('')}</PubmedArticleSet>`);
}

const efetchHead =
  '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n';

const xmlHead = '<?xml version="1.0" encoding="UTF-8" ?>\n';
const databases = `${xmlHead}<eInfoResult><DbList><DbName>pubmed</DbName></DbList></eInfoResult>\n`;

const whole = (text: string | undefined, otherwise: number): number =>
  text && /^\d+$/.test(text) ? Number(text) : otherwise;

const xml = (c: EutilsContext, text: string, status: 200 | 400 = 200) =>
  c.body(text, status, { 'content-type': 'text/xml; charset=UTF-8' });

/** Headings of MeSH (public domain, U.S. National Library of Medicine) with some of their entry terms, by uid. */
const headings: Record<string, string[]> = {
  '68009203': ['Myocardial Infarction', 'Infarction, Myocardial', 'Heart Attack', 'Heart Attacks'],
  '68003924': ['Diabetes Mellitus, Type 2', 'Type 2 Diabetes', 'Type 2 Diabetes Mellitus', 'NIDDM'],
  '68064420': ['Gene Editing', 'Genome Editing', 'Base Editing', 'Editing, Gene'],
};

/** The uids of the headings that have one of the quoted phrases of `"…" OR "…"` in one of their terms. */
const meshIds = (term: string): string[] => {
  const phrases = [...term.toLowerCase().matchAll(/"([^"]+)"/g)].map(([, phrase = '']) => phrase);
  return Object.keys(headings).filter((uid) =>
    headings[uid]!.some((one) => phrases.some((phrase) => one.toLowerCase().includes(phrase))),
  );
};

/** What esummary answers for these uids. */
const meshSummaries = (uids: string[]) => ({
  header: { type: 'esummary', version: '0.3' },
  result: { uids, ...Object.fromEntries(uids.map((uid) => [uid, { uid, ...summaryOf(headings[uid]) }])) },
});

const summaryOf = (terms: string[] | undefined) =>
  terms ? { ds_recordtype: 'descriptor', ds_meshterms: terms } : { error: 'cannot get document summary' };
