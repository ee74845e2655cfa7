import { arxivQuery } from '#sources/arxiv/index.ts';
import { pubmedQuery } from '#sources/pubmed/index.ts';
import { wantedOf } from './find.ts';
import cases from './wanted.test.json' with { type: 'json' };

const asked = (topic: string) => pubmedQuery({ topic: wantedOf(topic), phrases: [] });

describe('query for a source', () => {
  it.each(cases.asked)('asks for %j as %j', (topic, expected) => expect(asked(topic)).toBe(expected));

  it('asks for words as typed and as the engine reads them', () => {
    const read = [{ from: 0, to: 5, searchedAs: 'moss' }];
    expect(pubmedQuery({ topic: wantedOf('mosss growth NOT fern', read), phrases: [] })).toBe(
      '((mosss growth) OR (moss growth))',
    );
    expect(
      arxivQuery(
        { topic: wantedOf('mosss growth', read), phrases: [] },
        { from: '2026-01-01', to: '2026-01-02' },
      ),
    ).toContain('((all:mosss AND all:growth) OR (all:moss AND all:growth))');
  });
});
