import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { IndexPaper } from '../core/types.ts';

const paper = (id: number, title: string, abstract: string | null, publicationTypes: string[] = []) =>
  indexPaper({ id, title, abstract, publicationTypes });

const ask = async (papers: IndexPaper[], text: string) =>
  (await buildIndex(papers))
    .rank(
      { text, expansion: [], liked: [], disliked: [], vector: null },
      { sources: new Set(sourceNames) },
      { limit: 10, floor: 0 },
    )
    .map(({ id }) => id);

const abstract = 'Sepsis was found early in children. Sepsis screening helped.';

describe('rank', () => {
  it.each([
    ['Retraction: Sepsis screening in children', abstract],
    ['RETRACTED: Sepsis screening in children', abstract],
    ['Erratum to: Sepsis screening in children', abstract],
    ['Correction: Sepsis screening in children', abstract],
    ['WITHDRAWN: Sepsis screening', abstract],
    ['Sepsis screening in children', 'This manuscript has been withdrawn by its authors. Sepsis.'],
  ])('returns no notice such as “%s: %s”', async (title, text) =>
    expect(
      await ask(
        [paper(1, title, text), paper(2, 'Sepsis screening in adults', abstract)],
        'sepsis screening',
      ),
    ).toEqual([2]),
  );

  it.each([
    ['Correction of anemia in sepsis screening', abstract],
    ['Withdrawal symptoms after sepsis screening', abstract],
    ['Retracted trials of sepsis screening', `We noted whether the article was retracted. ${abstract}`],
  ])('returns a paper that merely sounds like a notice, “%s: %s”', async (title, text) =>
    expect(await ask([paper(1, title, text)], 'sepsis screening')).toEqual([1]),
  );

  it('ranks a comment and a bare title below equally relevant papers', async () => {
    const title = 'Sepsis screening in children';
    expect(
      await ask(
        [paper(1, title, abstract, ['Comment']), paper(2, `${title} and adults`, abstract)],
        'sepsis screening children',
      ),
    ).toEqual([2, 1]);
  });
});
