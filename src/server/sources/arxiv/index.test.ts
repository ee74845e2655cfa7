import type { ServerResponse } from 'node:http';
import { fixture } from '#test/fixtures/sources/read.ts';
import { type Asked, withServer } from '#test/fixtures/sources/server.ts';
import { toolsAt } from '#test/fixtures/sources/tools.ts';
import { arxiv } from './index.ts';

const source = (url: string) => arxiv.open(toolsAt(url));

const window = { from: '2026-11-10', to: '2026-11-20' };

const harvested = (url: string, cursor?: string) => Array.fromAsync(source(url).harvest(window, { cursor }));

const found = (url: string, text = 'x') =>
  source(url).search!({ topic: { kind: 'words', text }, phrases: [] }, window);

describe('harvest', () => {
  /** A first page, and this one after its token. */
  const followedBy =
    (page: string) =>
    ({ query }: Asked, response: ServerResponse) =>
      response.end(fixture(query.has('resumptionToken') ? page : 'arxiv/oai-first.xml'));
  const twoPages = followedBy('arxiv/oai-last.xml');

  it('follows tokens to the empty one, and sends no end date for a window up to today', () =>
    withServer(twoPages, async (url, asked) => {
      const pages = await harvested(url);
      expect(asked.map(({ query }) => Object.fromEntries(query))).toEqual([
        { verb: 'ListRecords', metadataPrefix: 'arXivRaw', from: '2026-11-10' },
        { verb: 'ListRecords', resumptionToken: '6460044|1001' },
      ]);
      expect(pages.map(({ records, cursor, total }) => [records.length, cursor, total])).toEqual([
        [1, '6460044|1001', 4],
        [1, null, 4],
      ]);
    }));

  it('sends the end date of a past window, and continues after a cursor', () =>
    withServer(twoPages, async (url, asked) => {
      await Array.fromAsync(source(url).harvest({ from: '2026-11-10', to: '2026-11-19' }));
      expect(asked[0]?.query.get('until')).toBe('2026-11-19');
      const rest = await harvested(url, '6460044|1001');
      expect(rest).toHaveLength(1);
    }));

  it('starts again after an expired token, once', async () => {
    await withServer(
      (asked, response) =>
        asked.query.get('resumptionToken') === 'old'
          ? response.end(fixture('arxiv/oai-badResumptionToken.xml'))
          : twoPages(asked, response),
      async (url) => expect(await harvested(url, 'old')).toHaveLength(2),
    );
    await withServer(followedBy('arxiv/oai-badResumptionToken.xml'), (url) =>
      expect(harvested(url)).rejects.toMatchObject({ kind: 'refused' }),
    );
  });

  it('fails when the same resumption token comes twice', () =>
    withServer(fixture('arxiv/oai-first.xml'), (url) =>
      expect(harvested(url)).rejects.toMatchObject({ kind: 'malformed' }),
    ));

  it('returns an empty page when no records match', () =>
    withServer(fixture('arxiv/oai-noRecordsMatch.xml'), async (url) => {
      expect(await harvested(url)).toEqual([
        { records: [], malformed: 0, deleted: [], cursor: null, total: 0 },
      ]);
    }));

  it('obeys 503 with a Retry-After', () =>
    withServer(
      (_, response, nth) => {
        if (nth > 1) return response.end(fixture('arxiv/oai-noRecordsMatch.xml'));
        response.writeHead(503, { 'retry-after': '0' }).end();
      },
      async (url, asked) => {
        await harvested(url);
        expect(asked).toHaveLength(2);
      },
    ));
});

describe('search', () => {
  const entry = (n: number) =>
    `<entry><id>http://arxiv.org/abs/2611.${String(n).padStart(5, '0')}v1</id><title>T${n}</title><published>2026-11-11T00:00:00Z</published></entry>`;
  const feed = (total: number, length: number) =>
    `<feed><totalResults>${total}</totalResults>${Array.from({ length }, (_, i) => entry(i)).join('')}</feed>`;

  it('asks for the two hundred most relevant, and takes fewer than the feed counts', () =>
    withServer(feed(900, 150), async (url, asked) => {
      const reply = await found(url, 'graph networks');
      expect(reply.records).toHaveLength(150);
      expect(reply).toMatchObject({ malformed: 0, translation: null });
      expect(asked.map(({ query }) => Object.fromEntries(query))).toEqual([
        {
          ...{ sortBy: 'relevance', sortOrder: 'descending', max_results: '200' },
          search_query: '((all:graph AND all:networks)) AND submittedDate:[202611100000 TO 202611202359]',
        },
      ]);
    }));

  it('does not read an empty page as no papers when the feed counts hits', () =>
    withServer(feed(300, 0), async (url, asked) => {
      await expect(found(url)).rejects.toMatchObject({ kind: 'short' });
      expect(asked).toHaveLength(3);
    }));

  it.each([200, 400])('reads an error feed with status %i', (status) =>
    withServer(
      (_, response) => response.writeHead(status).end(fixture('arxiv/atom-error.xml')),
      async (url, asked) => {
        const detail = 'start must be an integer';
        await expect(found(url)).rejects.toMatchObject({ kind: 'refused', detail });
        expect(asked).toHaveLength(1);
      },
    ),
  );

  it('returns no papers when the feed counts none', () =>
    withServer(fixture('arxiv/atom-empty.xml'), async (url) => {
      expect(await found(url)).toEqual({ records: [], malformed: 0, translation: null });
    }));
});
