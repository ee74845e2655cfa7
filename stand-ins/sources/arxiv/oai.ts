import { type Context, Hono } from 'hono';
import type { SourcesEnv } from '../faults/env.ts';
import type { Entry } from '../records/entry.ts';
import type { RecordIndex } from '../search/recordIndex.ts';
import { element, escaped } from '../wire/xml.ts';
import { moment } from './atom.ts';
import { arxivMetadata, type MetadataPrefix, metadataPrefixes, setsOf } from './metadata.ts';

const base = 'http://oaipmh.arxiv.org/oai';
const allowed: Record<string, string[]> = {
  Identify: [],
  ListRecords: ['metadataPrefix', 'from', 'until', 'set', 'resumptionToken'],
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
  app.on(['GET', 'POST'], '/arxiv/oai', async (c) => {
    const given = await argumentsOf(c);
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

/** section 3.1.1: a harvester may send its arguments as a form. */
async function argumentsOf(c: Context<SourcesEnv>): Promise<Arguments> {
  const form = c.req.method === 'POST' ? new URLSearchParams(await c.req.text()) : [];
  return { ...c.req.query(), ...Object.fromEntries(form) };
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

function answer(
  c: Context<SourcesEnv>,
  given: Arguments,
  recordIndex: RecordIndex,
  pageSize: number,
): string {
  if (given.verb === 'Identify')
    return `<Identify><repositoryName>arXiv</repositoryName><baseURL>${base}</baseURL><protocolVersion>2.0</protocolVersion><adminEmail>help@arxiv.example</adminEmail><earliestDatestamp>2005-09-16</earliestDatestamp><deletedRecord>persistent</deletedRecord><granularity>YYYY-MM-DD</granularity></Identify>`;
  const { arguments: asked, skip } =
    given.resumptionToken === undefined
      ? { arguments: given, skip: 0 }
      : readToken(given.resumptionToken, given.verb!);
  const prefix = prefixOf(asked.metadataPrefix!);
  const entries = select(recordIndex, asked);
  if (!entries.length)
    throw new OaiError(
      'noRecordsMatch',
      'No records match the parameters specified for this selective harvesting request.',
    );
  const page = entries.slice(skip, skip + (c.get('spoil') === 'pages-of-30' ? 30 : pageSize));
  if (!page.length)
    throw new OaiError(
      'badResumptionToken',
      'The value of the resumptionToken argument is invalid or expired',
    );
  const spoilt = c.get('spoil') === 'malformed-record';
  const records = page.map((entry, place) => record(entry, prefix, { withoutId: spoilt && place === 0 }));
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

function select(recordIndex: RecordIndex, { from, until, set }: Arguments): Entry[] {
  for (const day of [from, until])
    if (day !== undefined && (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))))
      throw new OaiError('badArgument', `${day} is not a day in the form YYYY-MM-DD`);
  if (from && until && from > until) throw new OaiError('badArgument', 'from is later than until');
  return recordIndex.entries
    .filter((entry) => !entry.withheld)
    .filter((entry) => !set || setsOf(entry).some((own) => own === set || own.startsWith(`${set}:`)))
    .map((entry) => ({ entry, day: datestamp(entry) }))
    .filter(({ day }) => (!from || day >= from) && (!until || day <= until))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.entry.id < b.entry.id ? -1 : 1))
    .map(({ entry }) => entry);
}

function prefixOf(written: string): MetadataPrefix {
  const prefix = metadataPrefixes.find((known) => known === written);
  if (!prefix)
    throw new OaiError('cannotDisseminateFormat', `The metadata format ${written} is not supported`);
  return prefix;
}

/** Resumption tokens in the service's format of 2026: the whole request, percent-encoded, and the number to skip. */
const writeToken = (verb: string, asked: Arguments, skip: number): string =>
  encodeURIComponent(
    ['metadataPrefix', 'from', 'until', 'set']
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

function record(entry: Entry, prefix: MetadataPrefix, { withoutId = false } = {}): string {
  if (entry.deleted) return `<record>\n${header(entry)}\n</record>\n`;
  return `<record>\n${header(entry, withoutId)}\n<metadata>\n${arxivMetadata(entry, prefix, withoutId)}\n</metadata>\n</record>\n`;
}

function header(entry: Entry, withoutId = false): string {
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
