import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { harvests, paperRecords } from '#platform/db/schema.ts';
import { biorxivSource } from '#sources/biorxiv/index.ts';
import { politeClient } from '#sources/client/politeClient.ts';
import { pubmedSource } from '#sources/pubmed/index.ts';
import { addDays } from '#sources/record/days.ts';
import { emptyCorpus, openCorpus, type TestCorpus } from '#test/corpus.ts';
import { harvest, isDue } from './harvest.ts';

// Four weeks of the clock, one harvest a day, with trouble from the third day on. 40 rows a day.

const troubled = '2026-08-22';
const lastDay = '2026-09-17';

let library: TestCorpus;
let server: http.Server;
let answer: (path: string, form: URLSearchParams) => string;
let requests = 0;

beforeAll(async () => {
  library = await openCorpus();
  server = http.createServer(async (request, response) => {
    requests++;
    let body = '';
    for await (const chunk of request) body += chunk;
    response.end(answer(request.url!, new URLSearchParams(body)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
}, 60_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await library.close();
});
beforeEach(() => emptyCorpus(library));

const days = (from: string, to: string): string[] => {
  const all: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) all.push(day);
  return all;
};

async function fourWeeks(name: 'biorxiv' | 'pubmed', length = 29) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = politeClient(
    { requests: 100, perMs: 1, concurrency: 1, backOffMs: 1 },
    { userAgent: 'x', log: library.log },
  );
  const own =
    name === 'biorxiv'
      ? biorxivSource(name, { url, ask })
      : pubmedSource({ url, ask, apiKey: null, email: 'a@b.example', log: library.log });
  const app = { ...library, sources: { ...library.sources, [name]: own } };
  const outcomes = new Set<string>();
  let most = 0;
  let last: Awaited<ReturnType<typeof harvest>> | null = null;
  for (let day = 0; day < length; day++) {
    library.setClock(`${addDays('2026-08-20', day)}T09:00:00Z`);
    requests = 0;
    last = await harvest(app, name);
    outcomes.add(last.outcome);
    most = Math.max(most, requests);
  }
  const stored = await library.db.select({ day: paperRecords.availableOn }).from(paperRecords);
  const rows = await library.db.select({ sentence: harvests.sentence }).from(harvests);
  const notes = new Set(rows.flatMap(({ sentence }) => sentence ?? []));
  return {
    outcomes: [...outcomes],
    most,
    last: requests,
    rows: stored.length,
    malformed: last!.malformed,
    notes: [...notes],
  };
}

const nothing = JSON.stringify({ messages: [{ status: 'no posts found' }], collection: [] });
const doi = (day: string, n: number) => `10.64898/${day.replaceAll('-', '.')}.9${String(n).padStart(5, '0')}`;

/** bioRxiv with pages of 30, and a count that is too high on one day. */
const biorxiv =
  (excess: number, spoils: (dois: string[]) => string | null = () => null) =>
  (path: string) => {
    const [, from = '', to = '', cursor = ''] =
      /details\/biorxiv\/([\d-]+)\/([\d-]+)\/(\d+)/.exec(path) ?? [];
    if (!from) return nothing;
    const all = days(from, to < lastDay ? to : lastDay).flatMap((day) =>
      Array.from({ length: 40 }, (_, n) => ({
        ...{ doi: doi(day, n), title: `Moss ${day} ${n}`, authors: 'Okafor, A.', date: day, version: '1' },
        ...{ type: 'new results', license: 'cc_by', category: 'x', abstract: 'Moss grows.', published: 'NA' },
      })),
    );
    const total = all.length + (from <= troubled && troubled <= to ? excess : 0);
    const rows = all.slice(Number(cursor), Number(cursor) + 30);
    if (!rows.length) return nothing;
    const status = { status: 'ok', count: rows.length, total: String(total) };
    return spoils(rows.map((row) => row.doi)) ?? JSON.stringify({ messages: [status], collection: rows });
  };

/** PubMed with one record whose batch is never well-formed. */
const pubmed =
  (isBroken: (pmid: string) => boolean) =>
  (path: string, form: URLSearchParams): string => {
    const [from, to] = ['mindate', 'maxdate'].map((name) => form.get(name)?.replaceAll('/', '-') ?? '') as [
      string,
      string,
    ];
    if (path.startsWith('/esearch')) {
      const count = form.get('datetype') === 'mdat' ? 0 : days(from, to < lastDay ? to : lastDay).length * 40;
      const result = { count: String(count), querykey: '1', webenv: `${from} ${to}`, idlist: [] };
      return JSON.stringify({ esearchresult: result });
    }
    const [first = '', last = ''] = (form.get('WebEnv') ?? '').split(' ');
    const start = Number(form.get('retstart'));
    const pmids = days(first, last < lastDay ? last : lastDay)
      .flatMap((day) => Array.from({ length: 40 }, (_, n) => `${day.replaceAll('-', '')}${10 + n}`))
      .slice(start, start + Number(form.get('retmax')));
    const articles = pmids.map((pmid) => {
      const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(pmid)!;
      return `<PubmedArticle><MedlineCitation><PMID>${pmid}</PMID><Article><ArticleTitle>Moss ${pmid}</ArticleTitle></Article></MedlineCitation><PubmedData><History><PubMedPubDate PubStatus="entrez"><Year>${year}</Year><Month>${month}</Month><Day>${day}</Day></PubMedPubDate></History></PubmedData></PubmedArticle>`;
    });
    return `<PubmedArticleSet>${articles.join('')}${pmids.some(isBroken) ? '<Broken' : ''}</PubmedArticleSet>`;
  };

describe('four weeks', { timeout: 300_000 }, () => {
  it.each([1, 3])(
    'close every window with a note although a count is %i too high on one day',
    async (excess) => {
      answer = biorxiv(excess);
      const { most, last, ...weeks } = await fourWeeks('biorxiv');
      expect(weeks).toMatchObject({ outcomes: ['complete'], rows: 1720, malformed: 0 });
      expect(weeks.notes).toEqual([
        expect.stringMatching(/^bioRxiv counted (?:one record|3 records) more than it lists/),
      ]);
      expect([last, most]).toEqual([expect.toSatisfy((n) => n <= 14), expect.toSatisfy((n) => n <= 26)]);
    },
  );

  it('stay partial while a count is much too high', async () => {
    answer = biorxiv(300);
    expect((await fourWeeks('biorxiv', 6)).outcomes).toEqual(['complete', 'partial']);
  });

  it.each([
    ['empty', '', 16],
    ['not JSON', '{"messages": [}', 6],
    ['without rows', JSON.stringify({ messages: [{ status: 'ok', total: '320' }], collection: [] }), 6],
  ])('lose no other row to one that makes its page %s', async (_, reply, length) => {
    const spoils = (dois: string[]) => (dois.includes(doi(troubled, 7)) ? reply : null);
    answer = biorxiv(0, spoils);
    const weeks = await fourWeeks('biorxiv', length);
    expect(weeks).toMatchObject({ outcomes: ['complete'], rows: 40 * (14 + length) - 1 });
    expect(weeks.notes).toEqual([expect.stringContaining('spoils the page')]);
    // Four harvests a day.
    expect(4 * weeks.most).toBeLessThan(600);
  });

  it('lose no other record to one that spoils its batch', async () => {
    answer = pubmed((pmid) => pmid === '2026082217');
    // Two days longer than the first window.
    const weeks = await fourWeeks('pubmed', 16);
    expect(weeks).toMatchObject({ outcomes: ['complete'], rows: 40 * (14 + 16) - 1 });
    expect(weeks.notes).toEqual([expect.stringContaining('spoils the batch')]);
    expect(4 * weeks.most).toBeLessThan(600);
  });

  it('are never complete while a source spoils everything', async () => {
    answer = pubmed(() => true);
    expect((await fourWeeks('pubmed', 3)).outcomes).toEqual(['failed']);
    answer = biorxiv(0, () => '');
    await emptyCorpus(library);
    expect((await fourWeeks('biorxiv', 3)).outcomes).toEqual(['failed']);
  });
});

describe('next harvest', () => {
  const at = new Date('2026-08-20T09:00:00Z');
  const row = (
    status: 'complete' | 'partial' | 'failed',
    minutesAgo: number,
    failureKind: string | null = null,
  ) => ({
    ...{ status, failureKind, aliveAt: at },
    finishedAt: new Date(at.getTime() - minutesAgo * 60_000),
  });
  it.each([
    ['never read', [], true],
    ['five hours after a complete one', [row('complete', 300)], false],
    ['six hours after a complete one', [row('complete', 360)], true],
    ['ten minutes after a failure', [row('failed', 10), row('complete', 400)], true],
    ['ten minutes after the second failure', [row('failed', 10), row('failed', 20)], false],
    ['an hour after many outages', [row('failed', 60), ...Array(9).fill(row('failed', 61))], true],
    [
      'an hour after many replies that end early',
      [row('partial', 60, 'short'), ...Array(9).fill(row('partial', 61))],
      false,
    ],
    ['six hours after them', [row('partial', 360, 'short'), ...Array(9).fill(row('partial', 361))], true],
  ])('is due or not: %s', (_, rows, due) => expect(isDue(rows, at)).toBe(due));
});
