import { type ArticleType, articleTypes } from '../core/types.ts';
import cases from './matchers.test.json' with { type: 'json' };
import { isOfTypes } from './matchers.ts';

describe('isOfTypes', () => {
  const table: [string[], 'index' | 'archive', ArticleType[]][] = cases.types as never;
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
