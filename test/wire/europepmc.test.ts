import { isWanted, linksOf, readSearch, recordOf } from '#sources/europepmc/reply.ts';
import { checked } from '#sources/record/record.ts';
import { missing, recorded } from './recorded.ts';

const page = (name: string, mark = '*') => readSearch(recorded('europepmc', name), mark);

describe.skipIf(missing)('recorded /search of Europe PMC', () => {
  it('reads the preprints of a page, except those of bioRxiv and medRxiv', () => {
    const { results } = page('search-lite-1000-cut-ppr-pmc.json');
    expect(results).toHaveLength(77);
    const { records, malformed } = checked(results.filter(isWanted).map(recordOf));
    expect(malformed).toBe(0);
    expect(Object.entries(Object.groupBy(records, ({ journal }) => journal!))).toMatchObject([
      ['Research Square', { length: 11 }],
      ['Preprints.org', { length: 5 }],
    ]);
    expect(records.map(({ sourceId }) => sourceId)).toContain('10.21203/rs.3.rs-6664819');
  });

  it('reads an old page without later fields', () => {
    const { results, total, next } = page('quoted-search-ppr-lite-2026-09.json');
    expect({ total, next }).toEqual({ total: 2163, next: 'AoIIQHqxVSg1NjE1NTMzOA==' });
    expect(results.filter(isWanted)).toEqual([]);
  });

  it('continues by the cursor, and ends without one', () => {
    const first = page('cursor-page-1-of-10-lite-100.json');
    expect(first.next).toMatch(/^AoII/);
    expect(page('cursor-page-2-of-10-lite-100.json', first.next!).next).not.toBe(first.next);
    expect(page('search-none.json')).toEqual({ results: [], next: null, total: 0 });
  });

  it('ignores guessed links', () => {
    const quoted = JSON.parse(recorded('europepmc', 'quoted-ppr-fields-2024.json'));
    const item = { ...quoted, id: 'PPR1', source: 'PPR', doi: '10.1101/2024.04.01.24305163', title: 'T' };
    expect(linksOf(item)).toEqual([]);
    delete item.commentCorrectionList.commentCorrection[0].note;
    expect(linksOf(item)).toMatchObject([{ article: { value: '38605817' }, journal: 'F1000Research' }]);
  });
});

describe.skipIf(missing)('quoted errors of Europe PMC', () => {
  const quoted = missing ? {} : JSON.parse(recorded('europepmc', 'quoted-errors.json'));
  it.each(['empty_query', 'page_size'])('rejects %s with status 200', (name) =>
    expect(() => readSearch(JSON.stringify(quoted[name].body), '*')).toThrow(/refused/),
  );
});
