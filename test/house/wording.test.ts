import { links } from './links.ts';
import { findIn } from './planted.ts';
import { titles } from './titles.ts';
import { words } from './words.ts';

describe('words', () => {
  it('reports a banned word in a name, a comment, a test title and a document, with its replacement', () => {
    const files = {
      'src/a.ts': '// What is under way.\nconst isGone = GONE_BY;',
      'src/a.test.ts': `it('is gone for good', () => {});`,
      'docs/a.md': 'A line.\nIts colours.',
    };
    expect(findIn(words, files)).toEqual([
      'src/a.ts:1 under way → running',
      'src/a.ts:2 Gone → deleted',
      'src/a.ts:2 GONE → deleted',
      'src/a.test.ts:1 gone → deleted',
      'docs/a.md:2 colours → color',
    ]);
  });

  it('allows a word in a file whose protocol uses it', () =>
    expect(findIn(words, { 'stand-ins/kept.ts': 'const gone = 1;' })).toEqual([]));

  it('ignores strings and longer words', () =>
    expect(findIn(words, { 'src/a.ts': `const begone = 'gone';` })).toEqual([]));
});

describe('links', () => {
  it('reports a decision that the index of decisions does not list', () => {
    const files = {
      'docs/decisions/README.md': '[1](0001-a.md)',
      'docs/decisions/0001-a.md': '',
      'docs/decisions/0002-b.md': '',
    };
    expect(findIn(links, files)).toEqual(['docs/decisions/0002-b.md not in docs/decisions/README.md']);
  });

  it('reports a missing document or heading', () => {
    const files = {
      'docs/product.md':
        '# Rules\n## Sign-up, or in\n[a](glossary.md) [b](#rules) [c](../README.md#run) [d](https://x.example)',
      'README.md': '# Run\n[docs](docs/)',
      'src/a.ts': '// See docs/product.md#sign-up-or-in, docs/product.md#plans and docs/none.md.',
    };
    expect(findIn(links, files)).toEqual([
      'src/a.ts:1 no such heading: docs/product.md#plans',
      'src/a.ts:1 no such file: docs/none.md',
      'docs/product.md:3 no such file: docs/glossary.md',
    ]);
  });
});

describe('test titles', () => {
  const found = (text: string) => findIn(titles, { 'src/a.test.ts': text });

  it.each([
    `describe('tokens', () => {});`,
    `it('rejects an expired token', () => {});`,
    `it('a harvester that lost its lease stops at the next page', () => {});`,
    `it.each([])('%s stops on SIGTERM', () => {});`,
    `it.each([])('rejects %s', () => {});`,
    `test.describe('on a phone', () => {});`,
  ])('accepts %s', (text) => expect(found(text)).toEqual([]));

  it.each([
    [`it('nobody', () => {});`, 'a title of fewer than 3 words'],
    [`it('by its own tag', () => {});`, 'a title does not begin with “by”'],
    [`it('the last three', () => {});`, 'a title has a present-tense verb'],
    [`it.each([])('%s: from the first day', () => {});`, 'a title does not begin with “from”'],
    [
      `describe('a request that is not as agreed gets an answer', () => {});`,
      'a describe of more than 7 words',
    ],
    [`describe('opening changes nothing; a press does', () => {});`, 'a describe is a noun, not a sentence'],
  ])('reports %s', (text, says) => expect(found(text)[0]).toContain(says));
});
