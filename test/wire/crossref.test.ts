import { readArticles, readJournals } from '#sources/crossref/article.ts';
import { isIssn } from '#sources/crossref/index.ts';
import { readItems, readPage } from '#sources/crossref/reply.ts';
import { missing, recorded } from './recorded.ts';

const reply = (name: string) => {
  const { body, ...rest } = JSON.parse(recorded('crossref', name));
  return body ?? rest;
};
const about = (name: string) => {
  const { message = reply(name) } = reply(name);
  return readItems([message]);
};

describe.skipIf(missing)('recorded /works of Crossref', () => {
  it('reads a page and its cursor', () => {
    const page = readPage(JSON.stringify(reply('habanero-cursor-max-1-200.json')));
    expect(page.items.length).toBeGreaterThan(0);
    expect(page.next).toMatch(/\S{10}/);
  });

  it.each(['habanero-filter-invalid-1-400.json', 'habanero-cursor-invalid-1-404.json'])(
    'takes %s for no list',
    (name) => expect(() => readPage(JSON.stringify(reply(name)))).toThrow(/cannot be read/),
  );

  it('reads a retraction from article and notice, once for both parties that assert it', () => {
    expect(about('trimmed-work-updated-by-retraction-watch.json').notices).toContainEqual(
      expect.objectContaining({ kind: 'retracted', about: '10.1016/s0140-6736(97)11096-0' }),
    );
    expect(about('trimmed-notice-update-to-retraction-watch.json').notices).toEqual([
      { kind: 'retracted', about: '10.1016/s0140-6736(97)11096-0', doi: '10.1016/s0140-6736(10)60175-4' },
    ]);
    expect(about('quoted-updated-by-both-sources.json').notices).toHaveLength(1);
  });

  it('does not read a new version or an addendum as a notice', () => {
    expect(about('prereview-f1000.json').notices).toEqual([]);
    expect(about('trimmed-work-has-preprint-updated-by-publisher.json').notices).toEqual([]);
  });

  it('links a preprint to its article', () => {
    const [link] = about('prereview-research-square.json').links;
    const preprint = { kind: 'doi', value: expect.stringMatching(/^10\.21203\/rs\./) };
    expect(link).toMatchObject({ preprint, article: { kind: 'doi' } });
    expect(about('prereview-biorxiv.json').links).toEqual([]);
  });
});

describe.skipIf(missing)('recorded /journals of Crossref', () => {
  it.each([
    ['habanero-journals-1803-2427-200.json', ['Journal of Landscape Ecology']],
    ['habanero-journals-query-ecology-rows-2-200.json', ['Ecology', 'Population Ecology']],
  ])('reads title and ISSNs of %s', (name, titles) => {
    const found = readJournals(recorded('crossref', name));
    expect(found.map(({ title }) => title)).toEqual(titles);
    for (const { issns } of found) expect(issns.every(isIssn) && issns.length).toBeGreaterThan(0);
  });

  it('takes the answer about an unknown ISSN for no list', () =>
    expect(() => readJournals(recorded('crossref', 'habanero-journals-unknown-issn-404.txt'))).toThrow(
      /broke off/,
    ));

  it('reads each article of a journal with its text, and the count of all', () => {
    const { articles, malformed, total, dois } = readArticles(
      recorded('crossref', 'cut-journals-1803-2427-works-4-items.json'),
    );
    expect([articles.length, malformed, dois.length]).toEqual([4, 0, 4]);
    expect(total).toBe(49);
    for (const { record, registeredOn } of articles) {
      expect(record.abstract ?? '').not.toMatch(/<|jats/);
      const title = expect.stringMatching(/\w/);
      expect(record).toMatchObject({ source: 'crossref', title, doi: record.sourceId });
      expect(registeredOn).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});
