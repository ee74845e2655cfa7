import { arxivQuery } from '#sources/arxiv/index.ts';
import { pubmedQuery } from '#sources/pubmed/index.ts';
import { wantedOf } from './search.ts';

const asked = (topic: string) => pubmedQuery({ topic: wantedOf(topic), phrases: [] });

describe('query for a source', () => {
  it.each([
    ['vitamin D therapy NOT (rats OR mice)', '(vitamin D therapy)'],
    ['asthma -children AND NOT mice', '(asthma)'],
    ['sarcoidosis OR berylliosis', '(sarcoidosis OR berylliosis)'],
    ['(asthma OR COPD) AND (child* OR adolescent*)', '((asthma OR COPD) AND (child* OR adolescent*))'],
    ['"hip pain"[Title/Abstract:~2]', '("hip pain")'],
    ['"hip pain"[tiab:~0] OR knee[ti]', '("hip pain" OR knee)'],
    ['TITLE-ABS-KEY(asthma AND child*)', '(asthma AND child*)'],
    ['TS=(asthma OR copd)', '(asthma OR copd)'],
    ['"gut microb*"', '("gut" AND microb*)'],
    ['author:"Quill M" AND moss', '(moss)'],
    ['title:moss journal:Nature', '(moss)'],
    ['author:"Quill M"', '("Quill M")'],
    ['moss OR author:"Quill M"', '(moss OR "Quill M")'],
  ])('asks for %j as %j', (topic, expected) => expect(asked(topic)).toBe(expected));

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
