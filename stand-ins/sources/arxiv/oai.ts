import { type Context, Hono } from 'hono';
import type { SourcesEnv } from '../faults/env.ts';
import { type Entry, latest } from '../records/entry.ts';
import { nameOf, plainName } from '../records/names.ts';
import type { RecordIndex } from '../search/recordIndex.ts';
import { element, escaped } from '../wire/xml.ts';
import { moment } from './api.ts';

const base = 'http://oaipmh.arxiv.org/oai';
const allowed: Record<string, string[]> = {
  Identify: [],
  ListRecords: ['metadataPrefix', 'from', 'until', 'resumptionToken'],
};

/** An error of OAI-PMH 2.0 section 3.6; sent under 200. */
class OaiError extends Error {
  readonly code: string;
  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

type Arguments = Record<string, string>;

/** arXiv's OAI-PMH: day granularity, selection by the day of the last change, `pageSize` records a page. */
export function arxivOai(recordIndex: RecordIndex, now: () => Date, pageSize = 1000) {
  const app = new Hono<SourcesEnv>();
  app.get('/arxiv/oai', (c) => {
    const given = c.req.query();
    try {
      const inside = answer(c, check(given), recordIndex, pageSize);
      return reply(c, now(), given, inside);
    } catch (error) {
      if (!(error instanceof OaiError)) throw error;
      // section 3.6: the request element has no attributes if the verb or its arguments are invalid.
      const bad = error.code === 'badVerb' || error.code === 'badArgument';
      return reply(c, now(), bad ? {} : given, element('error', error.message, `code="${error.code}"`));
    }
  });
  return app;
}

function check(given: Arguments): Arguments {
  const { verb = '', ...rest } = given;
  const names = allowed[verb];
  if (!names) throw new OaiError('badVerb', 'Value of the verb argument is not a legal OAI-PMH verb');
  const odd = Object.keys(rest).find((name) => !names.includes(name));
  if (odd) throw new OaiError('badArgument', `The argument ${odd} is not allowed for ${verb}`);
  if (rest.resumptionToken !== undefined && Object.keys(rest).length > 1)
    throw new OaiError('badArgument', 'resumptionToken is an exclusive argument');
  if (names.includes('metadataPrefix') && rest.resumptionToken === undefined && !rest.metadataPrefix)
    throw new OaiError('badArgument', 'metadataPrefix is missing');
  return given;
}

function answer(c: Context<SourcesEnv>, given: Arguments, recordIndex: RecordIndex, pageSize: number) {
  if (given.verb === 'Identify')
    return `<Identify><repositoryName>arXiv</repositoryName><baseURL>${base}</baseURL><protocolVersion>2.0</protocolVersion><adminEmail>help@arxiv.example</adminEmail><earliestDatestamp>2005-09-16</earliestDatestamp><deletedRecord>persistent</deletedRecord><granularity>YYYY-MM-DD</granularity></Identify>`;
  const { arguments: asked, skip } =
    given.resumptionToken === undefined
      ? { arguments: given, skip: 0 }
      : readToken(given.resumptionToken, given.verb!);
  if (asked.metadataPrefix !== 'arXivRaw')
    throw new OaiError('cannotDisseminateFormat', `The product does not read ${asked.metadataPrefix}`);
  const entries = select(recordIndex, asked);
  const none = 'No records match the parameters specified for this selective harvesting request.';
  if (!entries.length) throw new OaiError('noRecordsMatch', none);
  const page = entries.slice(skip, skip + (c.get('spoil') === 'pages-of-30' ? 30 : pageSize));
  const expired = 'The value of the resumptionToken argument is invalid or expired';
  if (!page.length) throw new OaiError('badResumptionToken', expired);
  const spoilt = c.get('spoil') === 'malformed-record';
  const records = page.map((entry, place) => record(entry, spoilt && place === 0));
  const next = skip + page.length;
  const place = `cursor="${skip}" completeListSize="${entries.length}"`;
  const token =
    next < entries.length
      ? element('resumptionToken', writeToken(given.verb!, asked, next), place)
      : skip > 0
        ? `<resumptionToken ${place}/>`
        : '';
  return `<${given.verb}>\n${records.join('')}${token}\n</${given.verb}>`;
}

function select(recordIndex: RecordIndex, { from, until }: Arguments): Entry[] {
  for (const day of [from, until])
    if (day !== undefined && (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))))
      throw new OaiError('badArgument', `${day} is not a day in the form YYYY-MM-DD`);
  if (from && until && from > until) throw new OaiError('badArgument', 'from is later than until');
  return recordIndex.entries
    .filter((entry) => !entry.withheld)
    .map((entry) => ({ entry, day: datestamp(entry) }))
    .filter(({ day }) => (!from || day >= from) && (!until || day <= until))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.entry.id < b.entry.id ? -1 : 1))
    .map(({ entry }) => entry);
}

/** Resumption tokens in the service's format of 2026: the whole request, percent-encoded, and the number to skip. */
const writeToken = (verb: string, asked: Arguments, skip: number): string =>
  encodeURIComponent(
    ['metadataPrefix', 'from', 'until']
      .flatMap((name) => (asked[name] ? [`${name}=${asked[name]}`] : []))
      .reduceRight((rest, part) => `${part}&${rest}`, `skip=${skip}`)
      .replace(/^/, `verb=${verb}&`),
  );

function readToken(token: string, verb: string): { arguments: Arguments; skip: number } {
  const fields = new URLSearchParams(
    token.includes('=') ? '' : token.replaceAll('%26', '&').replaceAll('%3D', '='),
  );
  const skip = Number(fields.get('skip'));
  if (fields.get('verb') !== verb || !fields.get('metadataPrefix') || !Number.isInteger(skip) || skip < 1)
    throw new OaiError(
      'badResumptionToken',
      'The value of the resumptionToken argument is invalid or expired',
    );
  return { arguments: Object.fromEntries(fields), skip };
}

const datestamp = ({ changedAt }: Entry): string => new Date(changedAt).toISOString().slice(0, 10);

function record(entry: Entry, withoutId: boolean): string {
  const metadata = entry.deleted
    ? ''
    : `<metadata>\n${raw(entry, withoutId ? null : entry.id)}\n</metadata>\n`;
  return `<record>\n${header(entry, withoutId)}\n${metadata}</record>\n`;
}

function header(entry: Entry, withoutId: boolean): string {
  const identifier = withoutId ? '' : ` <identifier>oai:arXiv.org:${escaped(entry.id)}</identifier>\n`;
  const sets = setsOf(entry).map((set) => ` <setSpec>${escaped(set)}</setSpec>\n`);
  return `<header${entry.deleted ? ' status="deleted"' : ''}>\n${identifier} <datestamp>${datestamp(entry)}</datestamp>\n${sets.join('')}</header>`;
}

function reply(c: Context<SourcesEnv>, now: Date, given: Arguments, inside: string) {
  const attributes = Object.entries(given).map(([name, value]) => ` ${escaped(name)}="${escaped(value)}"`);
  return c.body(
    `<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">\n<responseDate>${moment(now)}</responseDate>\n<request${attributes.join('')}>${base}</request>\n${inside}\n</OAI-PMH>\n`,
    200,
    { 'content-type': 'text/xml; charset=utf-8' },
  );
}

const physics = new Set(
  'astro-ph cond-mat gr-qc hep-ex hep-lat hep-ph hep-th math-ph nlin nucl-ex nucl-th physics quant-ph'.split(
    ' ',
  ),
);

/** `cs.LG` is in the set `cs:cs:LG`, `astro-ph.GA` in `physics:astro-ph:GA`: three levels since 2025. */
const setsOf = ({ categories }: Entry): string[] =>
  categories.map((category) => {
    const [archive = '', subject] = category.split('.');
    const group = physics.has(archive) ? 'physics' : archive;
    return [group, archive, subject].filter(Boolean).join(':');
  });

function raw(entry: Entry, id: string | null): string {
  const { title, abstract } = latest(entry);
  return [
    '<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://arxiv.org/OAI/arXivRaw/ https://oaipmh.arxiv.org/OAI/arXivRaw.xsd">',
    element('id', id),
    element('submitter', entry.authors[0] ? plainName(nameOf(entry.authors[0])) : ''),
    ...history(entry),
    element('title', title),
    element('authors', entry.authors.map((name) => plainName(nameOf(name))).join(', ')),
    element('categories', entry.categories.join(' ')),
    element('comments', entry.comment),
    element('journal-ref', entry.publishedIn),
    element('doi', entry.publishedDoi ?? entry.doi),
    '<license>http://creativecommons.org/licenses/by/4.0/</license>',
    element('abstract', abstract),
    '</arXivRaw>',
  ].join('\n');
}

/** All versions from 1. Versions earlier than the corpus's first share its date. */
function history({ versions }: Entry): string[] {
  const known = new Map(versions.map((version) => [version.number, version]));
  return Array.from({ length: versions.at(-1)!.number }, (_, place) => {
    const { at, withdrawn } = known.get(place + 1) ?? versions[0]!;
    const date = new Date(at).toUTCString();
    const size = withdrawn ? '<size>0kb</size><source_type>I</source_type>' : '<size>1850kb</size>';
    return `<version version="v${place + 1}"><date>${date}</date>${size}</version>`;
  });
}
