import { describe, expect, it } from 'vitest';
import type { SourceName } from '#shared/papers/sources.ts';
import { type ArticleType, articleTypes } from '#shared/topics/searchTerm.ts';
import { isOfTypes } from './matchers.ts';

describe('isOfTypes', () => {
  const table: [string[], SourceName, ArticleType[]][] = [
    [['Journal Article'], 'pubmed', ['article']],
    [['JOURNAL ARTICLE'], 'pubmed', ['article']],
    [['Journal Article', 'Randomized Controlled Trial'], 'pubmed', ['trial', 'article']],
    [['Controlled Clinical Trial'], 'pubmed', ['trial']],
    [['Clinical Trial'], 'pubmed', ['trial']],
    [['Clinical Trial, Phase III', 'Journal Article'], 'pubmed', ['trial', 'article']],
    [['Pragmatic Clinical Trial'], 'pubmed', ['trial']],
    [['Adaptive Clinical Trial'], 'pubmed', ['trial']],
    [['Equivalence Trial'], 'pubmed', ['trial']],
    [['Randomized Controlled Trial, Veterinary'], 'pubmed', ['trial']],
    [['Clinical Trial Protocol', 'Journal Article'], 'pubmed', ['article']],
    [['Journal Article', 'Review'], 'pubmed', ['review']],
    [['Journal Article', 'Systematic Review', 'Meta-Analysis'], 'pubmed', ['review', 'meta-analysis']],
    [['Network Meta-Analysis'], 'pubmed', ['meta-analysis']],
    [['Scoping Review'], 'pubmed', ['review']],
    [['Journal Article', 'Comment'], 'pubmed', []],
    [['Letter'], 'pubmed', []],
    [['Editorial'], 'pubmed', []],
    [['Case Reports', 'Journal Article'], 'pubmed', ['article']],
    [['Journal Article', 'Preprint'], 'pubmed', ['preprint']],
    [['Preprint'], 'medrxiv', ['preprint']],
    [[], 'arxiv', ['preprint']],
    [[], 'pubmed', []],
  ];
  it.each(table)('classifies %j of %s', (types, source, kinds) => {
    expect(articleTypes.filter((type) => isOfTypes([type], types, source))).toEqual(kinds);
  });

  it('accepts a work of any of the wanted types', () => {
    expect(isOfTypes(['trial', 'review'], ['Review'], 'pubmed')).toBe(true);
    expect(isOfTypes([], ['Review'], 'pubmed')).toBe(false);
  });
});
