import { startFixture } from './fixture.ts';

let sources: Awaited<ReturnType<typeof startFixture>>;
beforeEach(async () => {
  sources = await startFixture(40);
});
afterEach(() => sources.close());

const efetch = (id: string) => sources.post('efetch', `db=pubmed&id=${id}`);

test('drops an identifier in efetch and the query API as well', async () => {
  sources.misbehave('pubmed', 'malformed-record');
  expect((await efetch('990000001,990000002')).match(/<PMID /g)).toHaveLength(1);
  sources.misbehave('arxiv', 'malformed-record');
  const feed = await sources.get('/arxiv/api/query?search_query=all:tides&max_results=5');
  expect(feed.match(/<id>http:\/\/arxiv/g)).toHaveLength(4);
  expect(feed.match(/<entry>/g)).toHaveLength(5);
});

test('records the requests of each source, and changes its records while it runs', async () => {
  const listed = '/details/medrxiv/2026-02-20/2026-03-05/0';
  await sources.get(listed);
  await efetch('990000003');
  expect(sources.calls).toMatchObject({
    counts: { pubmed: 1, medrxiv: 1, arxiv: 0 },
    log: [
      { url: listed, status: 200 },
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

test('lists by /pubs which preprints became articles, by the article’s day', async () => {
  const pubs = '/pubs/biorxiv/2026-03-05/2026-03-05/0/json';
  expect(await sources.get(pubs)).toContain('no articles found');
  sources.change('biorxiv:10.5555/fixture.b4', { publishedDoi: '10.5555/moon.4', publishedIn: 'Moons' });
  expect(JSON.parse(await sources.get(pubs))).toMatchObject({
    messages: [{ status: 'ok', total: '1' }],
    collection: [{ preprint_doi: '10.5555/fixture.b4', published_doi: '10.5555/moon.4' }],
  });
});

describe('limits of the services', () => {
  test('reports errors in each service’s own words', async () => {
    expect(await sources.post('esearch', 'db=fleegle&term=x')).toContain(
      'Invalid db name specified: fleegle',
    );
    expect(await sources.post('esearch', 'db=pubmed&term=')).toContain('nothing todo');
    const bad = (address: string, init = {}) => fetch(sources.url + address, init);
    expect((await bad('/efetch.fcgi', { method: 'POST', body: 'db=pubmed' })).status).toBe(400);
    expect((await bad('/arxiv/api/query?search_query=all:x&max_results=2001')).status).toBe(400);
    for (const [query, code] of [
      ['verb=ListRecords', 'badArgument'],
      ['verb=ListRecords&metadataPrefix=marc', 'cannotDisseminateFormat'],
      ['verb=ListRecords&metadataPrefix=arXivRaw&from=2026-03-05&until=2026-03-01', 'badArgument'],
      ['verb=ListRecords&metadataPrefix=arXivRaw&from=yesterday', 'badArgument'],
      ['verb=ListRecords&metadataPrefix=arXivRaw&resumptionToken=x', 'badArgument'],
      ['verb=ListRecords&resumptionToken=tok123', 'badResumptionToken'],
      ['verb=ListRecords&metadataPrefix=arXivRaw&from=2027-01-01', 'noRecordsMatch'],
      ['verb=Sing', 'badVerb'],
    ])
      expect(await sources.get(`/arxiv/oai?${query}`)).toContain(`<error code="${code}">`);
    expect(await sources.get('/details/nature/2026-01-01/2026-01-02/0')).toContain('Server not recognized');
    expect(await sources.get('/details/biorxiv/2013-01-01/2026-03-01/0')).toBe('');
  });

  test('sends warnings with status 200', async () => {
    const { esearchresult } = JSON.parse(await sources.post('esearch', 'db=pubmed&term=%22moon+tides%22'));
    expect(esearchresult).toMatchObject({
      ...{ count: '40', warninglist: { quotedphrasesnotfound: ['"moon tides"'], outputmessages: [] } },
    });
  });
});
