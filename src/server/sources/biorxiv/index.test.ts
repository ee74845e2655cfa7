import { fixture } from '#test/fixtures/sources/read.ts';
import { withServer } from '#test/fixtures/sources/server.ts';
import { toolsAt } from '#test/fixtures/sources/tools.ts';
import { medrxiv } from './index.ts';

const source = (url: string) => medrxiv.open(toolsAt(url));

const window = { from: '2026-11-01', to: '2026-11-07' };

const harvested = (url: string, cursor?: string) => Array.fromAsync(source(url).harvest(window, { cursor }));
const articlesOf = (url: string) => Array.fromAsync(source(url).articles!(window));

const rows = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => ({
    doi: `10.64898/2026.11.01.${from + i}`,
    title: `T${from + i}`,
    date: '2026-11-02',
    version: '1',
  }));

const reply = (total: number, collection: unknown[]) =>
  JSON.stringify({ messages: [{ status: 'ok', count: collection.length, total: `${total}` }], collection });

const offsetOf = (path: string) => Number(path.split('/').at(-2));

describe('harvest', () => {
  it.each([
    [100, 3],
    [30, 9],
  ])('moves on by the rows received, with pages of %i', (size, requests) =>
    withServer(
      ({ path }, response) => {
        const offset = offsetOf(path);
        response.end(reply(250, rows(offset, Math.min(250, offset + size))));
      },
      async (url, asked) => {
        const pages = await harvested(url);
        const ids = pages.flatMap(({ records }) => records.map(({ sourceId }) => sourceId));
        expect(new Set(ids).size).toBe(250);
        expect(asked).toHaveLength(requests);
        expect(asked[1]?.path).toBe(`/details/medrxiv/2026-11-01/2026-11-07/${size}/json`);
        expect(pages.at(-1)?.cursor).toBeNull();
        const rest = await harvested(url, '240');
        expect(rest.map(({ records }) => records.length)).toEqual([10]);
      },
    ),
  );

  it('counts an unreadable row, and skips it', () =>
    withServer(fixture('biorxiv/details.json'), async (url) => {
      const pages = await harvested(url);
      expect(pages).toHaveLength(1);
      expect(pages[0]).toMatchObject({ malformed: 1, total: 5, cursor: null });
    }));

  it('goes on behind rows of the year 0000, of the year 9999 and with NUL in a DOI, counts them, and mends a lone surrogate', () => {
    const whole = rows(0, 8);
    const broken = [
      { ...whole[1]!, date: '0000-01-01' },
      { ...whole[3]!, date: '9999-12-31' },
      { ...whole[5]!, doi: '10.64898/2026\0.11.01.5' },
    ];
    const odd = { ...whole[6]!, title: 'T6\u202e \ud800' };
    const sent = [whole[0], broken[0], whole[2], broken[1], whole[4], broken[2], odd, whole[7]];
    return withServer(reply(8, sent), async (url) => {
      const [page] = await harvested(url);
      expect(page!.records.map(({ title }) => title)).toEqual(['T0', 'T2', 'T4', 'T6 \ufffd', 'T7']);
      expect(page).toMatchObject({ malformed: 3, cursor: null });
    });
  });

  it('returns an empty page only if the reply says so', () =>
    withServer('{"messages":[{"status":"no posts found"}],"collection":[]}', async (url) => {
      expect(await harvested(url)).toEqual([
        { records: [], malformed: 0, deleted: [], cursor: null, total: 0 },
      ]);
    }));

  it.each([
    ['an empty body', '', 'empty-reply'],
    ['no rows under a count', reply(250, []), 'short'],
    ['a refusal', '{"messages":[{"status":"Server not recognized"}],"collection":[]}', 'refused'],
  ])('never takes %s for no papers', (_, body, kind) =>
    withServer(body, (url) => expect(harvested(url)).rejects.toMatchObject({ source: 'medrxiv', kind })),
  );

  it('fails if pages stop before the total, after returning the pages there were', () =>
    withServer(
      ({ path }, response) => response.end(reply(250, rows(offsetOf(path), 100))),
      async (url) => {
        const got: unknown[] = [];
        const harvest = async () => {
          for await (const page of source(url).harvest(window)) got.push(page);
        };
        await expect(harvest()).rejects.toMatchObject({ kind: 'short' });
        expect(got).toHaveLength(1);
      },
    ));
});

describe('list of published preprints', () => {
  const pub = (at: number) => ({
    preprint_doi: `10.64898/2026.11.01.${at}`,
    published_doi: `10.5555/Invented.${at}`,
    published_journal: 'Journal of Invented Results',
    published_date: '2026-11-02',
  });

  it('returns them page by page, without unreadable ones', () =>
    withServer(
      ({ path }, response) =>
        response.end(offsetOf(path) ? reply(3, [pub(3)]) : reply(3, [pub(1), { preprint_doi: 'NA' }])),
      async (url, asked) => {
        const pages = await articlesOf(url);
        expect(pages.map((links) => links.length)).toEqual([1, 1]);
        expect(pages[0]).toEqual([
          {
            preprint: { kind: 'doi', value: '10.64898/2026.11.01.1' },
            article: { kind: 'doi', value: '10.5555/invented.1' },
            journal: 'Journal of Invented Results',
          },
        ]);
        expect(asked[1]?.path).toBe('/pubs/medrxiv/2026-11-01/2026-11-07/2/json');
      },
    ));

  it('fails if the server does, and is empty only if the reply says so', () =>
    withServer(
      (_asked, response, nth) =>
        response.end(nth > 1 ? '' : '{"messages":[{"status":"no articles found"}],"collection":[]}'),
      async (url) => {
        expect(await articlesOf(url)).toEqual([[]]);
        await expect(articlesOf(url)).rejects.toMatchObject({ kind: 'empty-reply' });
      },
    ));
});
