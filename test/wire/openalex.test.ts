import { impactFrom, readAbstracts, readVenues, readWorks, type Work } from '#enrichment/impact/reply.ts';
import { missing, recorded, recordedNames } from './recorded.ts';

/** Recorded pages, and single works as pages of one. */
function worksOf(name: string): Work[] {
  const reply = JSON.parse(recorded('openalex', name));
  const body = reply.body ?? reply;
  return readWorks(JSON.stringify(body.results ? body : { results: [body] }));
}

describe('abstract of OpenAlex', () => {
  const read = (abstract_inverted_index: unknown) =>
    readAbstracts(
      JSON.stringify({ results: [{ doi: 'https://doi.org/10.5555/A', abstract_inverted_index }] }),
    ).get('10.5555/a');
  const long = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`word${at}`, [at]]));
  it.each([
    ['is in order', long, Object.keys(long).join(' ')],
    ['has a gap, as none', { ...long, moss: [41] }, undefined],
    ['has two words in a place, as none', { ...long, moss: [3] }, undefined],
    ['has a place without end, as none', { ...long, moss: [9e15] }, undefined],
    ['grows, as none', { ['m'.repeat(60_000)]: [0, 1] }, undefined],
    ['has too many words, as none', { m: Array.from({ length: 6_000 }, (_, at) => at) }, undefined],
    ['is a remark, as none', { International: [0], audience: [1] }, undefined],
    ['is null, as none', null, undefined],
  ])('reads an index of words that %s', (_, index, text) => expect(read(index)).toBe(text));
});

describe.skipIf(missing)('recorded works of OpenAlex', () => {
  const names = recordedNames('openalex', /^works-|-200\.json$/);

  it.each(names)('reads all of %s', (name) => {
    const works = worksOf(name);
    expect(works.length).toBeGreaterThan(0);
    for (const work of works) {
      expect(work.doi).toMatch(/^10\.\d+\/\S+$/);
      const impact = impactFrom({ ...work, venue: 3, age: 1 });
      expect(impact).toBeGreaterThanOrEqual(0);
      expect(impact).toBeLessThanOrEqual(1);
    }
  });

  it('finds free PDFs and their licenses, but does not count a landing page', () => {
    expect(worksOf('prereview-work-arxiv.json')[0]).toMatchObject({
      pdfUrl: 'https://arxiv.org/pdf/2201.06719',
      license: null,
    });
    for (const name of ['biorxiv', 'zenodo', 'unknown-language'])
      expect(worksOf(`prereview-work-${name}.json`)[0]).toMatchObject({ pdfUrl: null });
  });

  it('finds every figure of full records', () =>
    expect(worksOf('works-search-fastpaper.json')[0]).toEqual({
      doi: '10.1016/j.neucom.2021.03.091',
      percentile: 0.99990276,
      fwci: 187.4941,
      citations: 3087,
      publicationDate: '2021-04-01',
      journal: 'S45693802',
      pdfUrl: null,
      license: null,
    }));

  it('does not read a repository as a journal, nor a missing value as a figure', () => {
    const [preprint] = worksOf('paperqa-11-200.json');
    expect(preprint).toMatchObject({ fwci: null, citations: 27, journal: null });
    const [bare] = worksOf('paperqa-02-200.json');
    expect(bare).toMatchObject({ percentile: null, fwci: null, citations: 0, journal: null });
  });

  it('does not read another response as a page', () => {
    const { body } = JSON.parse(recorded('openalex', 'paperqa-01-404.json'));
    expect(() => readWorks(body)).toThrow();
    expect(() => readVenues('{"error":"Invalid query parameters"}')).toThrow();
  });
});
