import type { ServerResponse } from 'node:http';
import { fixture } from '#test/fixtures/sources/read.ts';
import { type Asked, withServer } from '#test/fixtures/sources/server.ts';
import { toolsAt } from '#test/fixtures/sources/tools.ts';
import type { HarvestPage, Source, SourceQuery } from '../record/source.ts';
import { pubmed } from './index.ts';

const source = (url: string, limits = {}) => pubmed.open(toolsAt(url, limits));

const twoDays = { from: '2026-11-02', to: '2026-11-03' };
const oneDay = { ...twoDays, to: '2026-11-02' };

const pages = async (of: Source, window = oneDay, cursor?: string): Promise<HarvestPage[]> =>
  Array.fromAsync(of.harvest(window, { cursor }));

const idsOf = (some: HarvestPage[]): string[] =>
  some.flatMap(({ records }) => records.map(({ sourceId }) => sourceId));

const article = (pmid: number) =>
  `<PubmedArticle><MedlineCitation><PMID>${pmid}</PMID><Article><ArticleTitle>No ${pmid}</ArticleTitle></Article></MedlineCitation>
<PubmedData><History><PubMedPubDate PubStatus="entrez"><Year>2026</Year><Month>11</Month><Day>2</Day></PubMedPubDate></History></PubmedData></PubmedArticle>`;

/** A PubMed with this many new papers on each day of November, and one old retraction. */
const november =
  (perDay: Record<number, number>, { most = 200, lost = 0 } = {}) =>
  (asked: Asked, response: ServerResponse) => {
    const { form } = asked;
    if (asked.path === '/esearch.fcgi') {
      const [from = 0, to = 0] = ['mindate', 'maxdate'].map((name) => Number(form.get(name)?.slice(-2)));
      // The PMIDs of day n start at n million.
      const [, first = 0, last = 99_999_999] = (/(\d+):(\d+)\[uid\]/.exec(form.get('term')!) ?? []).map(
        Number,
      );
      const within = (day: number) => {
        const begin = Math.max(first, day * 1_000_000);
        const end = Math.min(last, day * 1_000_000 + (perDay[day] ?? 0) - 1);
        return { begin, count: Math.max(0, end - begin + 1) };
      };
      const counts = range(from, to + 1).map((day) => within(day).count);
      const count = form.get('datetype') === 'mdat' ? 1 : counts.reduce((sum, one) => sum + one);
      const webenv = `${form.get('datetype')}-${within(from).begin}`;
      response.end(
        JSON.stringify({ esearchresult: { count: String(count), querykey: '1', webenv, idlist: [] } }),
      );
      return;
    }
    const [pass, begin] = (form.get('WebEnv') ?? '').split('-');
    const first = pass === 'mdat' ? 7 : Number(begin) + Number(form.get('retstart'));
    const given = Math.min(most, Number(form.get('retmax')));
    const articles = range(first, first + given)
      .filter((pmid) => pmid !== lost)
      .map(article);
    response.end(`<PubmedArticleSet>${articles.join('')}</PubmedArticleSet>`);
  };

/** Like `november`, but one article is longer than the client accepts. */
const novemberWithOne =
  (huge: number, perDay: Record<number, number>) => (asked: Asked, response: ServerResponse) => {
    const { end } = response;
    response.end = ((text: string) =>
      end.call(response, text.replace(`No ${huge}<`, `No ${'x'.repeat(300_000)}<`), 'utf8')) as typeof end;
    november(perDay)(asked, response);
  };

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

describe('harvest', () => {
  it.each([
    [200, 'Cannot retrieve history data. query_key: 1, WebEnv: x'],
    [400, 'Cannot retrieve history data. query_key: 1, WebEnv: x'],
    [400, 'Unable to obtain query #1'],
    [200, "Can't fetch uids from history because of: NCBI C++ Exception: invalid WebEnv"],
  ])('searches again if the history server has forgotten, with status %i: %s', (status, said) => {
    let forgot = 0;
    return withServer(
      (asked, response) => {
        if (asked.path === '/esearch.fcgi' || forgot++ > 0) return november({ 2: 5 })(asked, response);
        response.statusCode = status;
        response.end(`<eFetchResult><ERROR>${said}</ERROR></eFetchResult>`);
      },
      async (url) => {
        expect(idsOf(await pages(source(url)))).toHaveLength(6);
      },
    );
  });

  it('sets aside the one record that is more than can be taken, and reads the others of its page', () =>
    withServer(novemberWithOne(2_000_070, { 2: 250 }), async (url) => {
      const all = await pages(source(url, { bytes: 200_000 }));
      const others = range(2_000_000, 2_000_250).filter((pmid) => pmid !== 2_000_070);
      expect(idsOf(all).map(Number)).toEqual([...others, 7]);
      expect(all.reduce((sum, { malformed }) => sum + malformed, 0)).toBe(1);
    }));

  it.each([1, 2])('sets aside a record that is more than can be taken where there are %i', (count) =>
    withServer(novemberWithOne(2_000_000, { 2: count }), async (url) => {
      const all = await pages(source(url, { bytes: 200_000 }), { from: '2026-11-02', to: '2026-11-02' });
      const read = all.flatMap(({ records }) => records.map(({ sourceId }) => Number(sourceId)));
      expect(read).toEqual([...range(2_000_001, 2_000_000 + count), 7]);
      expect(all.reduce((sum, { malformed }) => sum + malformed, 0)).toBe(1);
    }),
  );

  it('requests entries by day with tool, address and key, in batches, then retractions', () =>
    withServer(november({ 2: 250 }), async (url, asked) => {
      const all = await pages(source(url), twoDays);
      expect(all.map(({ records, cursor, total }) => [records.length, cursor, total])).toEqual([
        [200, 'entered:2026-11-02:2026-11-03:200', 250],
        [50, 'retracted:2026-11-02:2026-11-03:0', 250],
        [1, null, 250],
      ]);
      expect(Object.fromEntries(asked[0]!.form)).toEqual({
        db: 'pubmed',
        tool: 'litwatch',
        email: 'a@b.example',
        api_key: 'key',
        term: 'all[sb]',
        datetype: 'edat',
        mindate: '2026/11/02',
        maxdate: '2026/11/03',
        usehistory: 'y',
        retmax: '0',
        retmode: 'json',
      });
      expect(asked.every(({ method }) => method === 'POST')).toBe(true);
    }));

  it('continues after any cursor', () =>
    withServer(november({ 2: 250 }), async (url) => {
      const rest = await pages(source(url), twoDays, 'entered:2026-11-02:2026-11-03:200');
      expect(rest.map(({ records }) => records.length)).toEqual([50, 1]);
      expect(await pages(source(url), twoDays, 'entered:2026-10-02:2026-10-03:200')).toHaveLength(3);
      expect(await pages(source(url), twoDays, 'nonsense')).toHaveLength(3);
    }));

  it('splits a window with more records than PubMed returns', () =>
    withServer(november({ 2: 5100, 3: 5100 }), async (url) => {
      const all = await pages(source(url), twoDays);
      expect(new Set(idsOf(all)).size).toBe(10_201);
      expect(all.every(({ total }) => total === 10_200)).toBe(true);
      expect(all.at(-1)?.cursor).toBeNull();
    }));

  it('splits a day with more records than PubMed returns by ranges of PMIDs, and resumes inside one', () =>
    withServer(november({ 2: 10_050, 3: 1 }), async (url, asked) => {
      const all = await pages(source(url), twoDays);
      expect(new Set(idsOf(all)).size).toBe(10_052);
      expect(asked.length).toBeLessThan(120);
      const inside = all.findLastIndex(({ cursor }) => /:[1-9]\d*:\d+-\d+$/.test(cursor ?? ''));
      const rest = await pages(source(url), twoDays, all[inside]!.cursor!);
      expect(idsOf(rest).sort()).toEqual(idsOf(all.slice(inside + 1)).sort());
    }));

  it('returns an empty page if there is nothing, and subtracts books from the total', async () => {
    await withServer('{"esearchresult":{"count":"0","idlist":[]}}', async (url) => {
      const all = await pages(source(url));
      expect(all.map(({ records, total }) => [records.length, total])).toEqual([
        [0, 0],
        [0, 0],
      ]);
    });
    await withServer(
      ({ path, form }, response) => {
        if (path === '/efetch.fcgi') response.end(fixture('pubmed/efetch.xml'));
        else
          response.end(
            `{"esearchresult":{"count":"${form.get('datetype') === 'edat' ? 8 : 0}","webenv":"w","querykey":"1"}}`,
          );
      },
      async (url) => {
        const [page] = await pages(source(url));
        // 3 articles, 2 deletions, 2 unreadable, and 1 book.
        expect(page).toMatchObject({ malformed: 2, total: 7 });
        expect(page?.deleted).toHaveLength(2);
      },
    );
  });

  it('follows a server that returns fewer records than requested, and counts a lost one', async () => {
    await withServer(november({ 2: 250 }, { most: 30 }), async (url) => {
      const all = await pages(source(url));
      expect(new Set(idsOf(all)).size).toBe(251);
      expect(all.every(({ malformed }) => malformed === 0)).toBe(true);
    });
    await withServer(november({ 2: 250 }, { lost: 2_000_007 }), async (url) => {
      const all = await pages(source(url));
      const counts = all.map(({ records, malformed }) => [records.length, malformed]);
      expect(counts).toEqual([
        [199, 1],
        [50, 0],
        [1, 0],
      ]);
    });
  });

  it('does not read an empty set as no papers if PubMed counts some', () =>
    withServer(
      ({ path }, response) =>
        response.end(
          path === '/efetch.fcgi' ? '<PubmedArticleSet></PubmedArticleSet>' : fixture('pubmed/esearch.json'),
        ),
      (url) => expect(pages(source(url))).rejects.toMatchObject({ kind: 'short' }),
    ));
});

describe('search', () => {
  const searched = (url: string, topic: SourceQuery['topic'], phrases: string[] = []) =>
    source(url).search!({ topic, phrases }, { from: '2026-11-01', to: '2026-11-30' });

  it('requests papers by relevance and keeps that order', () =>
    withServer(
      ({ path }, response) =>
        response.end(fixture(path === '/efetch.fcgi' ? 'pubmed/efetch.xml' : 'pubmed/esearch.json')),
      async (url, asked) => {
        const words = { kind: 'words', text: 'fictus' } as const;
        const phrase = { kind: 'phrase', text: 'gas uptake' } as const;
        const reply = await searched(url, { kind: 'all', items: [words, phrase] }, ['carbon dioxide']);
        expect(asked[0]!.form.get('term')).toBe('(fictus AND "gas uptake") OR ("carbon dioxide"[tiab])');
        expect(asked[0]!.form.get('sort')).toBe('relevance');
        expect(asked[0]!.form.get('retmax')).toBe('200');
        expect(reply.records.map(({ sourceId }) => sourceId)).toEqual(['90000003', '90000001', '90000002']);
        const translation = '"fictus"[All Fields] AND "uptake"[All Fields]';
        expect(reply).toMatchObject({ malformed: 2, translation });
      },
    ));

  it('returns nothing without a request if the topic has no words', async () => {
    const reply = await searched('http://127.0.0.1:1', { kind: 'words', text: '"("' });
    expect(reply).toEqual({ records: [], malformed: 0, translation: null });
  });

  it('reads an unknown phrase as no papers', () =>
    withServer(fixture('pubmed/esearch-nothing.xml'), async (url, asked) => {
      const reply = await searched(url, { kind: 'words', text: 'xyzzyqux' });
      expect(reply).toMatchObject({ records: [], translation: '(xyzzyqux[All Fields])' });
      expect(asked).toHaveLength(1);
    }));
});
