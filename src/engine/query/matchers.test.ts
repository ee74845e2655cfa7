import { type ArticleType, articleTypes } from '../core/types.ts';
import { isOfTypes } from './matchers.ts';

describe('isOfTypes', () => {
  const table: [string[], 'index' | 'archive', ArticleType[]][] = [
    [['Journal Article'], 'index', ['article']],
    [['JOURNAL ARTICLE'], 'index', ['article']],
    [['Journal Article', 'Randomized Controlled Trial'], 'index', ['trial', 'article']],
    [['Controlled Clinical Trial'], 'index', ['trial']],
    [['Clinical Trial'], 'index', ['trial']],
    [['Clinical Trial, Phase III', 'Journal Article'], 'index', ['trial', 'article']],
    [['Pragmatic Clinical Trial'], 'index', ['trial']],
    [['Adaptive Clinical Trial'], 'index', ['trial']],
    [['Equivalence Trial'], 'index', ['trial']],
    [['Randomized Controlled Trial, Veterinary'], 'index', ['trial']],
    [['Clinical Trial Protocol', 'Journal Article'], 'index', ['article']],
    [['Journal Article', 'Review'], 'index', ['review']],
    [['Journal Article', 'Systematic Review', 'Meta-Analysis'], 'index', ['review', 'meta-analysis']],
    [['Network Meta-Analysis'], 'index', ['meta-analysis']],
    [['Scoping Review'], 'index', ['review']],
    [['Journal Article', 'Comment'], 'index', []],
    [['Letter'], 'index', []],
    [['Editorial'], 'index', []],
    [['Case Reports', 'Journal Article'], 'index', ['article']],
    [['Journal Article', 'Preprint'], 'index', ['preprint']],
    [['Preprint'], 'archive', ['preprint']],
    [[], 'archive', ['preprint']],
    [[], 'index', []],
  ];
  it.each(table)('classifies %j of %s', (types, from, kinds) =>
    expect(
      articleTypes.filter((type) => isOfTypes([type], types, { isPreprint: from === 'archive' })),
    ).toEqual(kinds),
  );

  it('accepts a work of any of the wanted types', () => {
    expect(isOfTypes(['trial', 'review'], ['Review'], { isPreprint: false })).toBe(true);
    expect(isOfTypes([], ['Review'], { isPreprint: false })).toBe(false);
  });
});
