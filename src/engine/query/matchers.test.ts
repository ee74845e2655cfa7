import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { type ArticleType, articleTypes } from '../core/types.ts';
import { findMatches } from '../index/matcher.ts';
import { parseSyntax } from '../understanding/syntax.ts';
import cases from './matchers.test.json' with { type: 'json' };
import { isOfTypes, matcherOf } from './matchers.ts';

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

describe('NOT inside an expression', () => {
  it.each([
    ['moss AND (fern NOT algae)', ['moss fern']],
    ['(moss NOT fern) OR lichen', ['moss', 'moss algae', 'lichen']],
    ['moss AND (NOT (fern NOT algae))', ['moss', 'moss algae', 'moss fern algae']],
  ])('keeps the papers without what it names: %s', async (topic, expected) => {
    const titles = ['moss', 'moss fern', 'moss algae', 'moss fern algae', 'lichen'];
    const { reader } = await buildIndex(titles.map((title, id) => indexPaper({ id, title })));
    const { docIds } = findMatches(reader, matcherOf(parseSyntax(topic, []).root!, reader));
    expect([...docIds].map((docId) => titles[docId])).toEqual(expected);
  });
});
