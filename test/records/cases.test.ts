import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#bench/data/folders.ts';
import { group } from '#corpus/works/identity/group.ts';
import { identifiersOf } from '#corpus/works/identity/identifiers.ts';
import { signatureOf } from '#corpus/works/identity/sameWork.ts';
import { wantedOf } from '#digests/run/find.ts';
import { askedIn } from '#engine/understanding/syntax.ts';
import { type CitedPaper, citationsOf } from '#features/citations/server/citation.ts';
import { parseReferences } from '#features/imports/server/references/parse.ts';
import { textOf } from '#shared/values/textOf.ts';
import { readOai } from '#sources/arxiv/reply.ts';
import { biorxiv } from '#sources/biorxiv/index.ts';
import { pubmedQuery } from '#sources/pubmed/index.ts';
import { readArticles } from '#sources/pubmed/replies.ts';
import { identifiersIn } from '#sources/record/identifierIn.ts';
import { withServer } from '#test/fixtures/sources/server.ts';
import { toolsAt } from '#test/fixtures/sources/tools.ts';
import cases from './cases.test.json' with { type: 'json' };

// Records and references made after faults that people reported, read in place by the readers of the product; what is expected
// is each case's own. They stay in the shared folder, whose terms do not let them be copied here.

const folder = path.join(root, '..', 'shared', 'cases', 'records');
const isThere = existsSync(folder);
const bytes = (name: string) => readFileSync(path.join(folder, name));
const text = (name: string) => bytes(name).toString();
const lines = (name: string) => text(name).trim().split('\n');

/** What an import shows of a reference: identifiers, title, authors and note, or why it was not read. */
const imported = async (name: string) =>
  (await parseReferences(textOf(bytes(name)))).entries.map((entry) => {
    if (!('reference' in entry)) return `unread: ${entry.label}`;
    const { identifiers, title, authors, note } = entry.reference;
    const ids = identifiers.map(({ kind, value }) => `${kind} ${value}`).join(', ');
    return [ids, title, authors.join('; '), note].join(' | ').replace(/[ |]+$/, '');
  });

describe.skipIf(!isThere)('cases that people reported (needs ../shared/cases)', () => {
  it.each(cases.imported as [string, string[]][])('are imported: %s', async (name, expected) =>
    expect(await imported(name)).toEqual(expected),
  );

  it('name a work in each address', () =>
    expect(lines('a10-addresses.txt').map((line) => identifiersIn(line)[0]?.value)).toEqual(cases.addresses));

  it('are read from arXiv’s TeX', () => {
    const { records } = readOai(text('b05-arxiv-tex.xml'));
    for (const [at, parts] of cases.arxiv.entries()) {
      const { title, authors, abstract } = records[at]!;
      for (const part of parts) expect(`${title}\n${authors.join(', ')}\n${abstract}`).toContain(part);
    }
  });

  it('keep inequalities as written', () => {
    const [record] = readArticles(text('b06-pubmed-inequalities.xml')).records;
    expect(record!.abstract).toContain(
      'N<P and K>Ca in 40 moss beds. Growth slowed for 0<p and q>1, and if a<b then c>d.',
    );
  });

  it('are cited without stops and brackets, with pages and years as printed', () => {
    const citations = readArticles(text('b07-pubmed-citation-details.xml')).records.flatMap((record) =>
      citationsOf([
        {
          paper: { ...record, relevanceScore: 0, publishedOn: record.availableOn },
          work: record,
        } as unknown as CitedPaper,
      ]),
    );
    expect(citations.map(({ title, pages, issued }) => ({ title, pages, issued }))).toEqual([
      { title: 'Moss on roofs: a survey', pages: ['S1', 'S12'], issued: { year: 2026 } },
      { title: 'Moss on walls', pages: ['e1', 'e10'], issued: { year: 2025 } },
    ]);
  });

  it('keep two articles with one DOI two works', () => {
    const arrivals = readArticles(text('b01-pubmed-two-articles-one-doi.xml')).records.map((record) => ({
      ...{ record, identifiers: identifiersOf(record), signature: signatureOf(record), known: null },
    }));
    expect(group(arrivals, { owners: new Map(), claimants: new Map(), signed: [] })).toHaveLength(2);
  });

  it('are failures, not answers, where PubMed forgot its history', () =>
    expect(() => readArticles(text('b10-pubmed-history-lost.xml'))).toThrow(
      expect.objectContaining({ source: 'pubmed', detail: expect.stringContaining('history') }),
    ));

  it.each([
    [
      'one row too many in its count',
      (at: number) => text(`b03-biorxiv-total-one-too-many/page-${at}.json`),
      3,
      0,
    ],
    [
      'a sign that JSON forbids',
      (at: number) => (at ? none : text('b04-biorxiv-one-row-breaks-its-page.json')),
      3,
      0,
    ],
    ['a row that empties its page', emptied, 2, 1],
  ] as const)('are read past in bioRxiv’s window: %s', (_, page, read, malformed) =>
    withServer(
      ({ path: asked }, response) => response.end(page(Number(asked.split('/').at(-2)), asked)),
      async (url) => {
        const window = { from: '2026-11-12', to: '2026-11-26' };
        const pages = await Array.fromAsync(biorxiv.open(toolsAt(url)).harvest(window));
        expect(pages.flatMap(({ records }) => records)).toHaveLength(read);
        expect(pages.reduce((sum, { malformed }) => sum + malformed, 0)).toBe(malformed);
        expect(pages.at(-1)!.cursor).toBeNull();
      },
    ),
  );

  it.each(cases.asked.map((expected, at) => [at + 1, ...expected] as const))(
    'ask sources for topic %i: %s',
    (at, asked, excluded) => {
      const [topic = ''] = lines('b08-topics.tsv')[at]!.split('\t');
      expect(pubmedQuery({ topic: wantedOf(topic), phrases: [] })).toBe(asked);
      expect(askedIn(topic).excluded.join(' ')).toBe(excluded);
    },
  );
});

const none = '{"messages":[{"status":"no posts found"}],"collection":[]}';

/** The rows of the case, a page each; the second of them empties its page. */
function emptied(place: number, asked: string): string {
  const page = text('b04-biorxiv-one-row-breaks-its-page.json').replace(/\p{Cc}/gu, ' ');
  const { collection } = JSON.parse(page);
  const [from = '', to = ''] = asked.split('/').slice(-4);
  const rows = (collection as { date: string }[])
    .map((row, at) => ({ ...row, date: `2026-11-${18 + at}` }))
    .filter(({ date }) => from <= date && date <= to);
  const [row] = rows.slice(place);
  if (row?.date === '2026-11-19') return '';
  return row
    ? JSON.stringify({ messages: [{ status: 'ok', count: 1, total: `${rows.length}` }], collection: [row] })
    : none;
}
