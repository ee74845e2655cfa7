import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { opened } from '#test/opened.ts';
import { startFixture } from './fixture.ts';

/** Replies recorded from the real services; they stay outside the project. */
const recordings = path.resolve('..', 'shared', 'wire');
const recorded = existsSync(recordings);
if (!recorded) process.stdout.write(`No recorded replies at ${recordings}: their shapes are not compared.\n`);

const sources = await opened(startFixture(30));
beforeAll(() => {
  sources.change('990000003', { retracted: true });
  const published = { publishedDoi: '10.5555/moon', publishedIn: 'Sample Moons 1' };
  sources.change('9901.00003', { newVersion: true, ...published });
});

const theirs = (...files: string[]) => files.map((file) => readFileSync(path.join(recordings, file), 'utf8'));
const theirAtom = (...files: string[]) => theirs(...files).map((text) => JSON.parse(text).body as string);

/** The path of every text, attribute and element of an XML reply, as `a/b/@c`. */
function shape(...documents: string[]): Set<string> {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', preserveOrder: false });
  const places = new Set<string>();
  const walk = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, at);
    else if (typeof value === 'object' && value)
      for (const [name, inner] of Object.entries(value)) {
        if (name === '#text' || name === '?xml' || name.startsWith('@xmlns')) continue;
        places.add(`${at}/${name}`);
        walk(inner, `${at}/${name}`);
      }
  };
  for (const document of documents) walk(parser.parse(document), '');
  return places;
}

/** Checks that the real service sends everything that we send, and that we send everything clients rely on. */
function compare(mine: Set<string>, real: Set<string>, needed: string): void {
  expect([...mine].filter((place) => !real.has(place))).toEqual([]);
  const ends = needed.split(/\s+/);
  const relied = [...real].filter((place) => ends.some((end) => place.endsWith(end)));
  expect([...mine]).toEqual(expect.arrayContaining(relied));
}

describe.skipIf(!recorded)('replies in their recorded shapes', () => {
  const pmids = Array.from({ length: 20 }, (_, at) => 990000000 + at);
  test('serves efetch in the shape of recorded replies', async () =>
    compare(
      shape(await sources.post('efetch', `db=pubmed&id=${pmids}`)),
      shape(
        ...theirs(
          'pubmed/fastpaper-efetch.xml',
          'pubmed/sotawhat-efetch.xml',
          'pubmed/ncbiutils-pubmed22n1115.xml',
          'pubmed/jabref-ArticleID.xml',
        ),
      ),
      `/MedlineCitation/PMID /ArticleTitle /Article/Abstract/AbstractText /Article/Abstract/AbstractText/@Label
      /LastName /ForeName /Initials /CollectiveName /ELocationID/@EIdType /PubMedPubDate/@PubStatus
      /PubMedPubDate/Hour /PubmedData/ArticleIdList/ArticleId/@IdType /PublicationType /PubDate/Month /MedlineTA`,
    ));

  test('serves esearch as JSON', async () => {
    const keys = (text: string) => {
      const { header, esearchresult } = JSON.parse(text);
      return [header, Object.keys(esearchresult), Object.keys(esearchresult.warninglist)];
    };
    expect(keys(await sources.post('esearch', 'db=pubmed&term=%22moon+tides%22&retmode=json'))).toEqual(
      keys(theirs('pubmed/sotawhat-esearch-warning-unknown-sort.json')[0]!),
    );
  });

  test('serves arXiv feeds in the shape of recorded ones', async () => {
    const mine = shape(
      await sources.get('/arxiv/api/query?id_list=9901.00003'),
      await sources.get('/arxiv/api/query?search_query=tides'),
    );
    const real = shape(
      ...theirs('arxiv/atom-fastpaper-search.xml', 'arxiv/atom-sotawhat-transformer.xml'),
      ...theirAtom('arxiv/atom-arxivpy-q_testing_s0_m10_bc5a6c384fe9.json'),
    );
    compare(mine, real, '/id /published /updated /summary /name /@term /arxiv:doi :totalResults :startIndex');
  });

  test('serves arXiv’s error and empty feeds', async () => {
    expect(shape(await sources.get('/arxiv/api/query?id_list=abc'))).toEqual(
      shape(...theirAtom('arxiv/atom-arxivpy-id_abc_s0_m100_b79c8dcf6bc3.json')),
    );
    expect(shape(await sources.get('/arxiv/api/query?id_list=0000.0000'))).toEqual(
      shape(...theirAtom('arxiv/atom-arxivpy-id_0000.0000_s0_m100_8b51d9633a68.json')),
    );
  });

  test('serves OAI-PMH in the shape of recorded replies', async () => {
    const listing = '/arxiv/oai?verb=ListRecords&metadataPrefix=arXivRaw';
    const [raw] = theirs('arxiv/oai-arXivRaw-2026-09-27-trimmed.xml');
    const rest = ['/comments', '/journal-ref', '/doi', '/request/@until'].map((end) =>
      end.startsWith('/request') ? `/OAI-PMH${end}` : `/OAI-PMH/ListRecords/record/metadata/arXivRaw${end}`,
    );
    const real = new Set([...shape(raw!), ...rest]);
    const needed =
      '/header/identifier /datestamp /setSpec /version/@version /date /size /authors /submitter /abstract';
    compare(shape(await sources.get(`${listing}&from=2026-02-01&until=2026-03-05`)), real, needed);
    const places = shape(...theirs('arxiv/oai-invenio-sample_empty_response.xml'));
    // A set, which the product does not name.
    places.delete('/OAI-PMH/request/@set');
    expect(shape(await sources.get(`${listing}&from=2015-01-17&until=2015-01-17`))).toEqual(places);
  });

  test.each(['biorxiv', 'medrxiv'])('serves %s details in the shape of recorded ones', async (server) => {
    const [real] = theirs(`biorxiv/details-${server}-2024-page0.json`).map((text) => JSON.parse(text));
    const mine = JSON.parse(await sources.get(`/details/${server}/2026-02-01/2026-03-05/0/json`));
    const typed = (row: Record<string, unknown>) =>
      Object.entries(row).map(([name, value]) => [name, typeof value]);
    expect(typed(mine.messages[0])).toEqual(typed(real.messages[0]));
    expect(typed(mine.collection[0])).toEqual(typed(real.collection[0]));
    expect(mine.collection[0].server).toBe(real.collection[0].server);
  });

  test('sends 429 bodies as recorded', async () => {
    for (const source of ['pubmed', 'arxiv'] as const) sources.misbehave(source, '429');
    const bodies = theirs('pubmed/quoted-429-rate-limit.json', 'arxiv/quoted-429.json');
    const [ofPubmed, ofArxiv] = bodies.map((text) => JSON.parse(text).body);
    expect(JSON.parse(await sources.post('esearch', 'db=pubmed&term=x'))).toEqual(ofPubmed);
    expect(await sources.get('/arxiv/api/query?search_query=x')).toEqual(ofArxiv);
  });
});
