import type { Context } from 'hono';
import type { SourcesEnv } from '../faults/env.ts';
import { type Entry, latest } from '../records/entry.ts';
import { initialsOf, nameOf } from '../records/names.ts';
import { element } from '../wire/xml.ts';
import { typesOf } from './article.ts';

/** esummary with the known fields, version 2.0 as JSON, 1 as XML. Null means no ids. */
export function pubmedSummaries(c: Context<SourcesEnv>, entries: Entry[] | null, json: boolean) {
  const missing = 'Neither query_key nor id specified';
  if (json)
    return c.json(
      entries
        ? { header: { type: 'esummary', version: '0.3' }, result: asJson(entries) }
        : { header: { type: 'esummary', version: '0.3' }, esummaryresult: [missing] },
    );
  const inside = entries ? entries.map(asXml).join('\n') : `\t${element('ERROR', missing)}\n`;
  return c.body(
    `<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE eSummaryResult PUBLIC "-//NLM//DTD esummary v1 20041029//EN" "https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20041029/esummary-v1.dtd">\n<eSummaryResult>\n${inside}</eSummaryResult>\n`,
    200,
    { 'content-type': 'text/xml; charset=UTF-8' },
  );
}

const asJson = (entries: Entry[]) => ({
  uids: entries.map(({ id }) => id),
  ...Object.fromEntries(
    entries.map((entry) => [
      entry.id,
      {
        uid: entry.id,
        pubdate: day(entry.addedAt).replaceAll('/', ' '),
        source: entry.journal ?? '',
        authors: entry.authors.map((name) => ({ name: shortName(name), authtype: 'Author' })),
        title: latest(entry).title,
        pubtype: typesOf(entry),
        articleids: [
          { idtype: 'pubmed', value: entry.id },
          ...(entry.doi ? [{ idtype: 'doi', value: entry.doi }] : []),
        ],
        history: [{ pubstatus: 'entrez', date: `${day(entry.addedAt)} 00:00` }],
        fulljournalname: entry.journal ?? '',
      },
    ]),
  ),
});

function asXml(entry: Entry): string {
  const item = (name: string, type: string, text: string) =>
    `\t${element('Item', text, `Name="${name}" Type="${type}"`)}`;
  const list = (name: string, inner: string, texts: string[]) =>
    `\t<Item Name="${name}" Type="List">\n${texts.map((text) => `\t${item(inner, 'String', text)}\n`).join('')}\t</Item>`;
  return [
    '<DocSum>',
    `\t${element('Id', entry.id)}`,
    item('PubDate', 'Date', day(entry.addedAt).replaceAll('/', ' ')),
    item('Source', 'String', entry.journal ?? ''),
    list('AuthorList', 'Author', entry.authors.map(shortName)),
    item('Title', 'String', latest(entry).title),
    list('PubTypeList', 'PubType', typesOf(entry)),
    list('ArticleIds', 'pubmed', [entry.id]),
    item('FullJournalName', 'String', entry.journal ?? ''),
    '</DocSum>\n',
  ].join('\n');
}

function shortName(written: string): string {
  const name = nameOf(written);
  return [name.last, initialsOf(name)].filter(Boolean).join(' ');
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '/');
