import { startFixture } from './fixture.ts';
import type { SourceName } from './records/corpus.ts';

let sources: Awaited<ReturnType<typeof startFixture>>;
beforeEach(async () => {
  sources = await startFixture(40);
});
afterEach(() => sources.close());

const page: Record<SourceName, string> = {
  pubmed: '/esearch.fcgi?db=pubmed&term=tides&retmode=json&retmax=100',
  arxiv: '/arxiv/oai?verb=ListRecords&metadataPrefix=arXiv',
  biorxiv: '/details/biorxiv/2026-02-20/2026-03-05/0/json',
  medrxiv: '/details/medrxiv/2026-02-20/2026-03-05/0',
  europepmc: '/europepmc/webservices/rest/search?query=SRC:PPR&format=json&pageSize=100',
};
const text = async (address: string) => (await sources.get(address)).text();
const efetch = (id: string) => text(`/efetch.fcgi?db=pubmed&id=${id}`);

test('drops an identifier in efetch and the query API as well', async () => {
  sources.misbehave('pubmed', 'malformed-record');
  expect((await efetch('990000001,990000002')).match(/<PMID /g)).toHaveLength(1);
  sources.misbehave('arxiv', 'malformed-record');
  const feed = await text('/arxiv/api/query?search_query=all:tides&max_results=5');
  expect(feed.match(/<id>http:\/\/arxiv/g)).toHaveLength(4);
  expect(feed.match(/<entry>/g)).toHaveLength(5);
});

test('records the requests of each source, and changes its records while it runs', async () => {
  await sources.get(page.medrxiv);
  await sources.post('/efetch.fcgi', { db: 'pubmed', id: '990000003' });
  expect(sources.calls).toMatchObject({
    counts: { pubmed: 1, medrxiv: 1, arxiv: 0 },
    log: [
      { url: page.medrxiv, status: 200 },
      { method: 'POST', body: 'db=pubmed&id=990000003' },
    ],
  });
  sources.withhold(['990000003']);
  expect(await efetch('990000003')).not.toContain('<PubmedArticle>');
  sources.release(['990000003']);
  sources.change('990000003', { retracted: true });
  expect(await efetch('990000003')).toContain('Retracted Publication');
  expect(() => sources.withhold(['1'])).toThrow('no record');
});

describe('calls of other clients', () => {
  test('accepts OAI-PMH arguments as a form', async () => {
    const verb = { verb: 'ListRecords', metadataPrefix: 'arXivRaw', from: '2026-02-01' };
    const posted = await (await sources.post('/arxiv/oai', verb)).text();
    const got = await text(`/arxiv/oai?${new URLSearchParams(verb)}`);
    expect(posted.match(/<record>/g)?.length).toBe(got.match(/<record>/g)?.length);
    expect(posted).toContain('<record>');
  });

  test('lists by /pubs which preprints became articles, by the article’s day', async () => {
    const pubs = '/pubs/biorxiv/2026-03-05/2026-03-05/0/json';
    expect(await text(pubs)).toContain('no articles found');
    sources.change('biorxiv:10.5555/fixture.b4', { publishedDoi: '10.5555/moon.4', publishedIn: 'Moons' });
    expect(JSON.parse(await text(pubs))).toMatchObject({
      messages: [{ status: 'ok', total: '1' }],
      collection: [{ preprint_doi: '10.5555/fixture.b4', published_doi: '10.5555/moon.4' }],
    });
  });
});

describe('limits of the services', () => {
  test('refuses a request line beyond 8,190 characters with 414, but answers it as a form', async () => {
    const ids = Array(900).fill('990000001').join(',');
    expect((await sources.get(`/efetch.fcgi?db=pubmed&id=${ids}`)).status).toBe(414);
    expect((await sources.post('/efetch.fcgi', { db: 'pubmed', id: ids })).status).toBe(200);
  });

  test('reports errors in each service’s own words', async () => {
    expect(await text('/esearch.fcgi?db=fleegle&term=x')).toContain('Invalid db name specified: fleegle');
    expect(await text('/esearch.fcgi?db=pubmed&term=')).toContain('nothing todo');
    expect((await sources.get('/efetch.fcgi?db=pubmed')).status).toBe(400);
    expect((await sources.get('/arxiv/api/query?search_query=all:x&max_results=2001')).status).toBe(400);
    for (const [query, code] of [
      ['verb=ListRecords', 'badArgument'],
      ['verb=ListRecords&metadataPrefix=marc', 'cannotDisseminateFormat'],
      ['verb=ListRecords&metadataPrefix=arXiv&from=2026-03-05&until=2026-03-01', 'badArgument'],
      ['verb=ListRecords&metadataPrefix=arXiv&from=yesterday', 'badArgument'],
      ['verb=ListRecords&metadataPrefix=arXiv&resumptionToken=x', 'badArgument'],
      ['verb=ListRecords&resumptionToken=tok123', 'badResumptionToken'],
      ['verb=ListRecords&metadataPrefix=arXiv&from=2027-01-01', 'noRecordsMatch'],
      ['verb=Sing', 'badVerb'],
    ])
      expect(await text(`/arxiv/oai?${query}`)).toContain(`<error code="${code}">`);
    expect(await text('/details/nature/2026-01-01/2026-01-02/0')).toContain('Server not recognized');
    expect(await text('/details/biorxiv/2013-01-01/2026-03-01/0')).toBe('');
  });

  test('sends warnings with status 200', async () => {
    const { esearchresult } = (await (
      await sources.get('/esearch.fcgi?db=pubmed&term=%22moon+tides%22&sort=date&retmode=json')
    ).json()) as { esearchresult: { count: string; warninglist: object } };
    expect(esearchresult).toMatchObject({
      count: '40',
      warninglist: {
        quotedphrasesnotfound: ['"moon tides"'],
        outputmessages: ["Unknown sort schema 'date' ignored"],
      },
    });
  });
});
