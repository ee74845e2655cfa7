import { readConfig } from '#app/settings.ts';
import { openLog } from '#platform/runtime/log.ts';
import { withServer } from '#test/fixtures/sources/server.ts';
import { openSources, troubledSources } from './registry.ts';

const configFor = (url: string, more = '') =>
  readConfig({
    PUBMED_URL: `${url}/entrez/eutils`,
    ARXIV_API_URL: `${url}/api/query`,
    ARXIV_OAI_URL: `${url}/oai`,
    BIORXIV_API_URL: url,
    EUROPEPMC_URL: `${url}/rest`,
    MORE_SOURCES: more,
    CONTACT_EMAIL: 'ops@litwatch.example',
  }).sources;

test('openSources opens every source at its address, and identifies us', () =>
  withServer(
    (_, response) => response.writeHead(404).end(),
    async (url, asked) => {
      const contactUrl = 'https://litwatch.example/contact';
      const sources = openSources(configFor(url), { log: openLog('silent'), contactUrl });
      const window = { from: '2026-11-01', to: '2026-11-02' };
      for (const [source, { harvest }] of Object.entries(sources))
        await expect(Array.fromAsync(harvest(window))).rejects.toMatchObject({ source, kind: 'refused' });
      expect(asked.map(({ path }) => path)).toEqual([
        '/entrez/eutils/esearch.fcgi',
        '/oai',
        '/details/biorxiv/2026-11-01/2026-11-02/0/json',
        '/details/medrxiv/2026-11-01/2026-11-02/0/json',
        '/rest/search',
      ]);
      expect(asked[0]?.headers['user-agent']).toMatch(
        /^Litwatch\/\d+\.\d+\.\d+ \(\+https:\/\/litwatch\.example\/contact; mailto:ops@litwatch\.example\)$/,
      );
    },
  ));

describe('troubledSources', () => {
  const usual = ['pubmed', 'arxiv', 'biorxiv', 'medrxiv'] as const;
  const each = (status: number | null, ...sources: string[]) => sources.map((source) => ({ source, status }));

  it('names sources that do not answer, with one request per organization', async () => {
    let closed = '';
    await withServer(
      (_, response) => response.writeHead(404).end(),
      async (url, asked) => {
        closed = url;
        expect(await troubledSources(configFor(url))).toEqual([]);
        expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'HEAD', 'HEAD']);
      },
    );
    expect(await troubledSources(configFor(closed))).toEqual(each(null, ...usual));
    expect(await troubledSources(configFor(closed, 'europepmc'))).toEqual(each(null, ...usual, 'europepmc'));
  });

  it.each([503, 500, 429, 403])('names sources that answer only with %i', (status) =>
    withServer(
      ({ path }, response) => response.writeHead(path.includes('oai') ? status : 200).end(),
      async (url) => expect(await troubledSources(configFor(url))).toEqual(each(status, 'arxiv')),
    ),
  );
});
