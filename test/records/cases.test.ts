import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#bench/data/folders.ts';
import { group } from '#corpus/works/identity/group.ts';
import { identifiersOf } from '#corpus/works/identity/identifiers.ts';
import { signatureOf } from '#corpus/works/identity/sameWork.ts';
import { wantedOf } from '#digests/run/find.ts';
import { type Node, parseSyntax } from '#engine/understanding/syntax.ts';
import { type CitedPaper, citationsOf } from '#features/citations/server/citation.ts';
import { parseReferences } from '#features/imports/server/references/parse.ts';
import { textOf } from '#shared/values/textOf.ts';
import { readOai } from '#sources/arxiv/reply.ts';
import { biorxiv } from '#sources/biorxiv/index.ts';
import { pubmedQuery } from '#sources/pubmed/index.ts';
import { readArticles } from '#sources/pubmed/replies.ts';
import { identifiersIn } from '#sources/record/identifierIn.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { withServer } from '#test/fixtures/sources/server.ts';
import { toolsAt } from '#test/fixtures/sources/tools.ts';

// Records and references made after faults that people reported, read in place by the readers of the product; what is expected
// is each case's own. They stay in the shared folder, whose terms do not let them be copied here.

const folder = path.join(root, '..', 'shared', 'cases', 'records');
const isThere = existsSync(folder);
const bytes = (name: string) => readFileSync(path.join(folder, name));
const text = (name: string) => bytes(name).toString();

/** What an import shows of a reference: identifiers, title, authors and note, or why it was not read. */
const imported = async (name: string) =>
  (await parseReferences(textOf(bytes(name)))).entries.map((entry) => {
    if (!('reference' in entry)) return `unread: ${entry.label}`;
    const { identifiers, title, authors, note } = entry.reference;
    return [
      identifiers.map(({ kind, value }) => `${kind} ${value}`).join(', '),
      title,
      authors.join('; '),
      note,
    ]
      .map((part) => part ?? '')
      .join(' | ')
      .replace(/[ |]+$/, '');
  });

const roofs = (...rest: string[]) =>
  rest.map((one) => `doi 10.9999/moss.${one.replace(/ .*/, '')} | Moss on ${one.replace(/\S+ /, '')}`);

const lists: [string, string[]][] = [
  ['a01-ris-accession-number.ris', [' | Teaching moss ecology in primary schools | Ada Okafor']],
  [
    'a03-bibtex-entries-dropped.bib',
    roofs('1 slate roofs | Ada Okafor', '2 thatched roofs | Bo Berg', '3 copper roofs | Bo Berg'),
  ],
  [
    'a04-endnote-control-characters.xml',
    roofs('1 slate roofs | Ada Okafor', '2 thatched roofs | Ada Okafor', '3 copper benefits | Ada Okafor'),
  ],
  ['a05-ris-one-space.ris', roofs('1 slate roofs | Ada Okafor', '2 thatched roofs | Bo Berg')],
  [
    'a06-ris-type-in-the-middle.ris',
    [
      'doi 10.9999/lichen.1 | Lichen on slate walls | Ada Okafor',
      'doi 10.9999/lichen.2 | Lichen on brick walls | Bo Berg',
    ],
  ],
  [
    'a07-ris-no-end-tag.ris',
    [
      'doi 10.9999/fern.1 | Fern on slate walls | Ada Okafor',
      'doi 10.9999/fern.2 | Fern on brick walls | Bo Berg',
    ],
  ],
  ['a08-google-scholar-arxiv.bib', ['arxiv 2611.09001 | A survey of attention in moss gardens | Mara Quill']],
  ['a09-zotero-arxiv-note.bib', ['arxiv 2611.09001 | A survey of attention in moss gardens | Mara Quill']],
  [
    'a12-escaped-underscore-in-doi.bib',
    [
      'doi 10.9999/moss_4 | Moss on copper roofs | Bo Berg',
      'doi 10.9999/moss_5 | Moss on lead roofs | Bo Berg',
    ],
  ],
  ['a13-and-others.bib', [' | Moss on slate roofs of old northern towns | Ada Okafor']],
  ['a14-ris-utf16.ris', ['doi 10.9999/moss.1 | Moss on slate roofs']],
  ['a15-ris-windows-1252.ris', [' | Moose auf Dächern der Städte in Süddeutschland | Jörg Müller']],
  ['a16-field-name-with-spaces.bib', ['doi 10.9999/moss.1 | Moss on slate roofs | Ada Okafor']],
];

const arxiv: [string, 'title' | 'abstract' | 'authors', string][] = [
  ['2611.09101', 'title', 'Reduction of CO2 on Cu2O surfaces'],
  ['2611.09101', 'abstract', 'MossBench, the first'],
  ['2611.09101', 'abstract', 'from $5 to $10 a day'],
  ['2611.09102', 'title', 'CO2 uptake by Al2O3 in LiOsO3'],
  ['2611.09102', 'abstract', 'Planning with ik and mip cut'],
  ['2611.09102', 'abstract', 'parameter eta depends on appa = 0.69'],
  ['2611.09103', 'title', '√s=13 TeV and the s–d model'],
  ['2611.09103', 'authors', 'Đ. Novđak, Nguyễn V. An, Ż. Łojasiewicz'],
  ['2611.09103', 'abstract', 'general f-divergence, up to 94.4% of'],
  ['2611.09104', 'title', 'Amax and the B meson'],
  ['2611.09104', 'abstract', 'We always lose the first word'],
];

/** What a topic is asked for as at a source without a copy, what it leaves out, and what may be no word of it. */
const topics: [topic: string, asked: string, not: string[]][] = [
  ['vitamin D therapy NOT (rats OR mice)', '(vitamin D therapy)', ['rats', 'mice']],
  ['sarcoidosis OR berylliosis', '(sarcoidosis OR berylliosis)', []],
  ['(asthma OR COPD) AND (child* OR adolescent*)', '((asthma OR COPD) AND (child* OR adolescent*))', []],
  ['"hip pain"[Title/Abstract:~2]', '("hip pain")', []],
  ['"hip pain"[tiab:~0] OR knee[ti]', '("hip pain" OR knee)', []],
  ['TITLE-ABS-KEY(asthma AND child*)', '(asthma AND child*)', []],
  ['TS=(asthma OR copd)', '(asthma OR copd)', []],
  ['(asthma adj3 child*).tw.', '(asthma AND child*)', []],
  ['"gut microb*"', '("gut" AND microb*)', []],
  ['author:"Quill M" AND moss', '(moss)', []],
];

const excluded = (node: Node | null): string[] => {
  if (!node) return [];
  if (node.kind === 'not') return wordsOf(node.item);
  return 'items' in node ? node.items.flatMap(excluded) : [];
};
const wordsOf = (node: Node): string[] =>
  'items' in node ? node.items.flatMap(wordsOf) : 'item' in node ? wordsOf(node.item) : node.text.split(' ');

describe.skipIf(!isThere)('cases that people reported (needs ../shared/cases)', () => {
  it.each(lists)('are imported: %s', async (name, expected) =>
    expect(await imported(name)).toEqual(expected),
  );

  it('name a work in each address of a10-addresses.txt', () => {
    const lines = text('a10-addresses.txt').trim().split('\n');
    const sici = '10.9998/1097(195103)4:2<387::aid-moss2820040229>3.0.co;2-y';
    expect(lines.map((line) => identifiersIn(line)[0]?.value)).toEqual([
      ...['10.9999/moss.1', '10.9999/moss.2', '10.9999/moss.3', '41000001', '41000002'],
      ...['2611.09001', '2611.09001', '41000003', sici, sici],
    ]);
  });

  it.each(arxiv)('are read from arXiv’s TeX: %s has the %s “%s”', (id, field, expected) => {
    const record = readOai(text('b05-arxiv-tex.xml')).records.find(({ sourceId }) => sourceId === id)!;
    expect(String(field === 'authors' ? record.authors.join(', ') : record[field])).toContain(expected);
  });

  it('keep inequalities as written', () => {
    const [record] = readArticles(text('b06-pubmed-inequalities.xml')).records;
    expect(record!.abstract).toContain(
      'N<P and K>Ca in 40 moss beds. Growth slowed for 0<p and q>1, and if a<b then c>d.',
    );
  });

  it('are cited without stops and brackets, with pages and years as printed', () => {
    const citations = citationsOf(readArticles(text('b07-pubmed-citation-details.xml')).records.map(cited));
    expect(
      citations.map(({ title, pages, issued }) => [title, pages, issued?.year, issued?.month ?? null]),
    ).toEqual([
      ['Moss on roofs: a survey', ['S1', 'S12'], 2026, null],
      ['Moss on walls', ['e1', 'e10'], 2025, null],
    ]);
  });

  it('keep two articles with one DOI two works', () => {
    const { records } = readArticles(text('b01-pubmed-two-articles-one-doi.xml'));
    const arrivals = records.map((record) => ({
      ...{ record, identifiers: identifiersOf(record), signature: signatureOf(record), known: null },
    }));
    expect(group(arrivals, { owners: new Map(), claimants: new Map(), signed: [] })).toHaveLength(2);
  });

  it('are failures, not answers, where PubMed forgot its history', () => {
    expect(() => readArticles(text('b10-pubmed-history-lost.xml'))).toThrow(
      expect.objectContaining({ source: 'pubmed', detail: expect.stringContaining('history') }),
    );
  });

  it.each([
    [
      'one row too many in its count',
      (place: number) => text(`b03-biorxiv-total-one-too-many/page-${place}.json`),
      3,
      0,
    ],
    [
      'a sign in a row that JSON forbids',
      (place: number) => (place ? none : text('b04-biorxiv-one-row-breaks-its-page.json')),
      3,
      0,
    ],
    ['a row that empties its page', emptied, 2, 1],
  ] as const)('are read past in bioRxiv’s window: %s', (_, page, read, malformed) =>
    withServer(
      ({ path: asked }, response) => response.end(page(Number(asked.split('/').at(-2)), asked)),
      async (url) => {
        const pages = await Array.fromAsync(
          biorxiv.open(toolsAt(url)).harvest({ from: '2026-11-12', to: '2026-11-26' }),
        );
        expect(pages.flatMap(({ records }) => records)).toHaveLength(read);
        expect(pages.reduce((sum, { malformed }) => sum + malformed, 0)).toBe(malformed);
        expect(pages.at(-1)!.cursor).toBeNull();
      },
    ),
  );

  it('have a topic each, tried below', () => {
    const [, ...rows] = text('b08-topics.tsv').trim().split('\n');
    expect(rows.map((row) => row.split('\t')[0])).toEqual(topics.map(([topic]) => topic));
  });

  it.each(topics)('ask sources for %s', (topic, asked, not) => {
    expect(pubmedQuery({ topic: wantedOf(topic), phrases: [] })).toBe(asked);
    const { root: tree } = parseSyntax(topic, []);
    expect(excluded(tree)).toEqual(not);
    expect(wordsOf(tree!).join(' ')).not.toMatch(/\b(?:title|abs|abstract|key|ts|tw|adj3|author|tiab|ti)\b/i);
  });
});

const none = '{"messages":[{"status":"no posts found"}],"collection":[]}';

/** The rows of the case, a page each; the second of them empties its page. */
function emptied(place: number, asked: string): string {
  const { collection } = JSON.parse(
    text('b04-biorxiv-one-row-breaks-its-page.json').replace(/\p{Cc}/gu, ' '),
  );
  const [from = '', to = ''] = asked.split('/').slice(-4);
  const rows = (collection as { date: string }[])
    .map((row, at) => ({ ...row, date: `2026-11-${18 + at}` }))
    .filter(({ date }) => from <= date && date <= to);
  const page = rows.slice(place, place + 1);
  if (page.some(({ date }) => date === '2026-11-19')) return '';
  return page.length
    ? JSON.stringify({
        messages: [{ status: 'ok', count: page.length, total: String(rows.length) }],
        collection: page,
      })
    : none;
}

function cited(record: SourceRecord): CitedPaper {
  const { availableOn, ...shown } = record;
  return {
    paper: { ...shown, relevanceScore: 0, publishedOn: availableOn },
    work: { ...record, bibliography: record.bibliography ?? null } as unknown as CitedPaper['work'],
  };
}
