import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { now, startFixture } from './fixture.ts';

const perSource = 73;
const size = { biorxiv: 10, arxivOai: 10 };
let sources: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  sources = await startFixture(perSource, { pageSize: size });
});
afterAll(() => sources.close());

const pageSizes = fc.integer({ min: 1, max: 100 });
const few = { numRuns: 8 };
const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  isArray: (name) => name === 'entry' || name === 'record',
});
const whole = (ids: string[]) => {
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(perSource);
};

describe('pages of any size', () => {
  test('covers every esearch hit once', () =>
    fc.assert(
      fc.asyncProperty(pageSizes, async (most) => {
        const ids: string[] = [];
        for (let start = 0; start < perSource; start += most) {
          const reply = await sources.get(
            `/esearch.fcgi?db=pubmed&term=&mindate=2026/02/20&maxdate=2026/03/05&datetype=edat&retmode=json&retstart=${start}&retmax=${most}`,
          );
          const { esearchresult } = (await reply.json()) as {
            esearchresult: { idlist: string[]; count: string };
          };
          expect(esearchresult.count).toBe(String(perSource));
          ids.push(...esearchresult.idlist);
        }
        whole(ids);
      }),
      few,
    ));

  test('covers the history server’s records once by efetch', () =>
    fc.assert(
      fc.asyncProperty(pageSizes, async (most) => {
        const { esearchresult } = (await (
          await sources.get('/esearch.fcgi?db=pubmed&term=all[sb]&usehistory=y&retmode=json&retmax=0')
        ).json()) as { esearchresult: { webenv: string; querykey: string } };
        const ids: string[] = [];
        for (let start = 0; start < perSource; start += most) {
          const reply = await sources.post('/efetch.fcgi', {
            db: 'pubmed',
            WebEnv: esearchresult.webenv,
            query_key: esearchresult.querykey,
            retstart: String(start),
            retmax: String(most),
          });
          ids.push(
            ...[...(await reply.text()).matchAll(/<PMID Version="1">(\d+)</g)].map((match) => match[1]!),
          );
        }
        whole(ids);
      }),
      few,
    ));

  test('covers every hit of arXiv’s query API once', () =>
    fc.assert(
      fc.asyncProperty(pageSizes, async (most) => {
        const ids: string[] = [];
        for (let start = 0; start < perSource; start += most) {
          const reply = await sources.get(
            `/arxiv/api/query?search_query=all:tides&start=${start}&max_results=${most}&sortBy=submittedDate`,
          );
          const { feed } = parser.parse(await reply.text());
          expect(feed['opensearch:totalResults']).toBe(String(perSource));
          ids.push(...feed.entry.map((entry: { id: string }) => entry.id));
        }
        whole(ids);
      }),
      few,
    ));

  test.each(['arXiv', 'arXivRaw'])('covers every OAI-PMH record once by %s', (prefix) =>
    fc.assert(
      fc.asyncProperty(pageSizes, async (most) => {
        size.arxivOai = most;
        const ids: string[] = [];
        let query = `verb=ListRecords&metadataPrefix=${prefix}&from=2026-02-01`;
        while (query) {
          const reply = parser.parse(await (await sources.get(`/arxiv/oai?${query}`)).text())['OAI-PMH']
            .ListRecords;
          ids.push(
            ...reply.record.map((record: { header: { identifier: string } }) => record.header.identifier),
          );
          const token = reply.resumptionToken?.['#text'];
          query = token ? `verb=ListRecords&resumptionToken=${encodeURIComponent(token)}` : '';
        }
        whole(ids);
      }),
      few,
    ),
  );

  test.each(['biorxiv', 'medrxiv'])('covers every record of %s once', (server) =>
    fc.assert(
      fc.asyncProperty(pageSizes, async (most) => {
        size.biorxiv = most;
        const ids: string[] = [];
        for (let cursor = 0; cursor < perSource; ) {
          const reply = await sources.get(`/details/${server}/2026-02-01/2026-03-05/${cursor}/json`);
          const { messages, collection } = (await reply.json()) as {
            messages: { total: string; count: number }[];
            collection: { doi: string }[];
          };
          expect(messages[0]).toMatchObject({ total: String(perSource), count: collection.length, cursor });
          ids.push(...collection.map(({ doi }) => doi));
          cursor += collection.length;
        }
        whole(ids);
        const after = await sources.get(`/details/${server}/2026-02-01/2026-03-05/${perSource}/json`);
        expect(await after.json()).toEqual({ messages: [{ status: 'no posts found' }], collection: [] });
      }),
      few,
    ),
  );
});

test('covers every record once by windows of single days', async () => {
  let records = 0;
  for (let back = 0; back < 14; back++) {
    const day = new Date(now().getTime() - back * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '/');
    const reply = await sources.get(
      `/esearch.fcgi?db=pubmed&term=&datetype=edat&mindate=${day}&maxdate=${day}&retmode=json`,
    );
    records += Number(((await reply.json()) as { esearchresult: { count: string } }).esearchresult.count);
  }
  expect(records).toBe(perSource);
});
