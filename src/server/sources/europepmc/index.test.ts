import { withServer } from '#test/fixtures/sources/server.ts';
import { toolsAt } from '#test/fixtures/sources/tools.ts';
import { europepmc, openEuropePmc } from './index.ts';

const source = (url: string) => europepmc.open(toolsAt(url));

const window = { from: '2026-11-01', to: '2026-11-07' };

const row = (number: number, more: object = {}) => ({
  id: `PPR${number}`,
  source: 'PPR',
  doi: `10.21203/rs.3.rs-${number}/v1`,
  title: `T${number}`,
  bookOrReportDetails: { publisher: 'Research Square' },
  firstPublicationDate: '2026-11-02',
  ...more,
});

const reply = (total: number, result: unknown[], nextCursorMark?: string) =>
  JSON.stringify({ version: '6.9', hitCount: total, nextCursorMark, resultList: { result } });

/** Replies with pages of two. As in Solr, the last page repeats the requested cursor. */
const pagesOfTwo =
  (total: number) =>
  ({ query }: { query: URLSearchParams }, response: { end(body: string): void }) => {
    const mark = query.get('cursorMark')!;
    const from = mark === '*' ? 0 : Number(mark);
    const rows = [1, 2].filter((at) => from + at <= total).map((at) => row(from + at));
    response.end(reply(total, rows, rows.length ? String(from + rows.length) : mark));
  };

describe('harvest', () => {
  it('requests preprints first listed in the window, page by page, by one query', () =>
    withServer(pagesOfTwo(5), async (url, requests) => {
      const pages = await Array.fromAsync(source(url).harvest(window));
      expect(pages.flatMap(({ records }) => records.map(({ sourceId }) => sourceId))).toEqual(
        [1, 2, 3, 4, 5].map((number) => `10.21203/rs.3.rs-${number}`),
      );
      expect(requests.map(({ query }) => query.get('cursorMark'))).toEqual(['*', '2', '4']);
      expect(new Set(requests.map(({ query }) => query.get('query'))).size).toBe(1);
      const { query, format, resultType, email } = Object.fromEntries(requests[0]!.query);
      expect(query).toContain('SRC:PPR');
      expect(query).toContain('FIRST_IDATE:[2026-11-01 TO 2026-11-07]');
      expect([format, resultType, email]).toEqual(['json', 'core', 'a@b.example']);
      expect(pages.at(-1)).toMatchObject({ cursor: null, total: 5, malformed: 0 });
      const rest = await Array.fromAsync(source(url).harvest(window, { cursor: pages[0]!.cursor }));
      expect(rest.flatMap(({ records }) => records)).toHaveLength(3);
    }));

  it('accepts an empty list without a cursor', () =>
    withServer(reply(0, []), async (url) => {
      expect(await Array.fromAsync(source(url).harvest(window))).toEqual([
        { records: [], malformed: 0, deleted: [], cursor: null, total: 0 },
      ]);
    }));

  it.each([
    ['refused', { errCode: 404, errMsg: 'Invalid page size provided.' }],
    ['short', { hitCount: 2163, resultList: { result: [] } }],
    ['malformed', { hitCount: 3 }],
  ])('fails as %s under status 200', (kind, body) =>
    withServer(JSON.stringify(body), async (url) => {
      await expect(Array.fromAsync(source(url).harvest(window))).rejects.toMatchObject({ kind });
    }),
  );

  it('counts an unreadable result, and skips preprints read at their own server', () =>
    withServer(
      reply(4, [
        row(1),
        row(2, { doi: undefined }),
        row(3, { bookOrReportDetails: { publisher: 'bioRxiv' } }),
        row(4, { firstPublicationDate: 'soon' }),
      ]),
      async (url) => {
        const [page] = await Array.fromAsync(source(url).harvest(window));
        expect(page).toMatchObject({ malformed: 2 });
        expect(page!.records).toHaveLength(1);
      },
    ));
});

describe('published preprints', () => {
  const linkedTo = (id: string, more: object) => ({
    commentCorrectionList: { commentCorrection: [{ id, source: 'MED', type: 'Preprint of', ...more }] },
  });

  it('have asserted links for preprints of every server, but no guesses', () =>
    withServer(
      reply(2, [
        row(1, {
          ...{ doi: '10.1101/2026.01.02.000001', bookOrReportDetails: { publisher: 'bioRxiv' } },
          ...linkedTo('38605817', { reference: 'Sample J. \n    2026 ;1:1' }),
        }),
        row(2, linkedTo('38605818', { note: 'Link created based on a title-first author match' })),
      ]),
      async (url) => {
        expect((await Array.fromAsync(source(url).articles!(window))).flat()).toEqual([
          {
            preprint: { kind: 'doi', value: '10.1101/2026.01.02.000001' },
            article: { kind: 'pmid', value: '38605817' },
            journal: 'Sample J',
          },
        ]);
      },
    ));
});

describe('abstracts', () => {
  const spoiled = '10.9999/spoiled';
  it.each([
    [[spoiled, '10.9999/a', '10.9999/b']],
    [['10.9999/a', spoiled, '10.9999/b']],
    [['10.9999/a', '10.9999/b', spoiled]],
    [[spoiled]],
  ])('come without the one that spoils the page of %j', (dois) =>
    withServer(
      ({ query }, response) => {
        const asked = dois.filter((doi) => query.get('query')!.includes(`"${doi}"`));
        if (query.get('resultType') === 'idlist') response.end(reply(1, [{ id: '1', source: 'MED' }]));
        else if (asked.includes(spoiled))
          response.end('{"version": "6.9", "hitCount": 1, "resultList": {"result": [{]}}');
        else
          response.end(
            reply(
              asked.length,
              asked.map((doi) => ({ id: doi, source: 'MED', doi, abstractText: `Of ${doi}.` })),
            ),
          );
      },
      async (url) => {
        const { config, log } = toolsAt(url);
        const spend = async () => undefined;
        const asking = { userAgent: 'Litwatch/0', log, signal: AbortSignal.timeout(20_000), spend };
        const { abstracts } = openEuropePmc({ config: { sources: config } as never, ...asking });
        const found = await abstracts(dois);
        expect([...found]).toEqual(dois.filter((doi) => doi !== spoiled).map((doi) => [doi, `Of ${doi}.`]));
      },
    ),
  );
});

describe('search', () => {
  it('searches for words in title and abstract, and ignores everything else in a topic', () =>
    withServer(reply(1, [row(1)]), async (url, requests) => {
      const phrase = { kind: 'phrase', text: 'ejection fraction' } as const;
      const items = [{ kind: 'words', text: 'SRC:MED and the heart OR (' } as const, phrase];
      const query = { topic: { kind: 'all' as const, items: [...items] }, phrases: ['HFpEF'] };
      const found = await source(url).search!(query, window);
      expect(found).toMatchObject({ records: [{}], malformed: 0 });
      const asked = Object.fromEntries(requests[0]!.query);
      expect(asked.pageSize).toBe('200');
      expect(asked.query).toContain(
        '((TITLE_ABS:"SRC" AND TITLE_ABS:"MED" AND TITLE_ABS:"heart") AND TITLE_ABS:"ejection fraction") OR (TITLE_ABS:"HFpEF")',
      );
      const long = Array.from({ length: 24 }, (_, at) => `${'word '.repeat(15)}${at}`);
      await source(url).search!({ topic: null, phrases: long }, window);
      expect(requests[1]!.query.get('query')!.length).toBeLessThan(1500);
    }));
});
