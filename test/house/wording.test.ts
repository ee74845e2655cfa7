import { describe, expect, it } from 'vitest';
import { findIn } from './planted.ts';
import { clock } from './rules/clock.ts';
import { documented, introduced } from './rules/documented.ts';
import { links } from './rules/links.ts';
import { parameters } from './rules/parameters.ts';
import { sourceNames } from './rules/sourceNames.ts';
import { titles } from './rules/titles.ts';
import { words } from './rules/words.ts';

describe('positional parameters', () => {
  it('reports a fifth one, not counting `this` and the columns of a test’s table', () => {
    const files = {
      'src/a.ts':
        'const f = (a, b, c, d, e) => 1;\nfunction g(this: X, a, b, c, d) {}\nclass C { m(a, b, c, d, e) {} }',
      'src/a.test.ts': `it.each([])('%s', (a, b, c, d, e) => 1);`,
    };
    expect(findIn(parameters, files)).toEqual([
      'src/a.ts:1 5 positional parameters; at most 4',
      'src/a.ts:3 5 positional parameters; at most 4',
    ]);
  });
});

describe('words', () => {
  it('reports a banned word in a name, a comment, a test title and a document, with its replacement', () => {
    const files = {
      'src/a.ts': '// What is under way.\nconst isGone = giveBack(GONE_BY);',
      'src/a.test.ts': `it('is gone for good', () => {});`,
      'docs/a.md': 'A line.\nIts colours.',
    };
    expect(findIn(words, files)).toEqual([
      'src/a.ts:1 under way → running',
      'src/a.ts:2 Gone → deleted (in isGone)',
      'src/a.ts:2 giveBack → release',
      'src/a.ts:2 GONE → deleted (in GONE_BY)',
      'src/a.test.ts:1 gone → deleted',
      'docs/a.md:2 colours → color',
    ]);
  });

  it('allows a word in a file whose protocol uses it', () => {
    expect(findIn(words, { 'stand-ins/kept.ts': 'const gone = 1;' })).toEqual([]);
  });

  it('ignores strings and longer words', () => {
    expect(findIn(words, { 'src/a.ts': `const begone = 'gone';` })).toEqual([]);
  });
});

describe('documented exports', () => {
  it('reports an exported function of the server without a doc comment', () => {
    const files = {
      'src/server/mail/a.ts':
        'export function f() {}\n// A line.\nexport const g = () => 1;\nexport const one = 1;',
      'src/server/mail/b.ts':
        '/** Says what it does. */\nexport async function f() {}\nconst inner = () => 1;',
      'src/web/a.ts': 'export function f() {}',
    };
    expect(findIn(documented, files)).toEqual([
      'src/server/mail/a.ts:1 no doc comment: export function f() {}',
      'src/server/mail/a.ts:3 no doc comment: export const g = () => 1;',
    ]);
  });
});

describe('introductions of rooms', () => {
  it('reports a room without a README, and one that says too little', () => {
    const files = { 'src/web/README.md': '# Web\nPages.', 'src/shared/README.md': 'a\nb\nc\nd\ne\n' };
    expect(findIn(introduced, files, { rooms: { web: [], shared: [], mail: [] } })).toEqual([
      'src/web/README.md 2 lines; 5 to 25',
      'src/server/mail no README.md',
    ]);
  });
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

describe('environment and clock', () => {
  it('reports code that reads either outside its one place', () => {
    const text =
      'const a = process.env.HOME;\nconst b = Date.now();\nconst c = new Date();\nconst d = new Date(0);';
    const files = {
      'src/server/mail/a.ts': text,
      'src/server/app/start.ts':
        'const now = () => new Date(); const f = ({ now = () => new Date() }) => now();',
      'src/server/platform/runtime/config.ts': 'const env = process.env;',
    };
    expect(findIn(clock, files)).toEqual([
      'src/server/mail/a.ts:1 process.env: read the value in config.ts, which checks and documents it',
      'src/server/mail/a.ts:2 the clock: take `now` from the app or as an argument',
      'src/server/mail/a.ts:3 the clock: take `now` from the app or as an argument',
    ]);
  });
});

describe('names of sources', () => {
  it('reports one in code, but not in comments, in sources/, in the shared list or in listed files', () => {
    const files = {
      'src/server/mail/a.ts': `// arXiv has versions.\nconst isPubmed = source === 'pubmed';`,
      'src/web/page.tsx': 'const p = <p>PubMed and more</p>;',
      'src/web/pages/copy.ts': `export const copy = 'PubMed';`,
      'src/server/sources/pubmed/index.ts': `export const name = 'pubmed';`,
      'src/shared/papers/sources.ts': `export const names = ['pubmed'];`,
    };
    expect(findIn(sourceNames, files)).toEqual([
      'src/server/mail/a.ts:2 names a source: pubmed',
      'src/web/page.tsx:1 names a source: PubMed and more',
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
  ])('accepts %s', (text) => {
    expect(found(text)).toEqual([]);
  });

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
  ])('reports %s', (text, says) => {
    expect(found(text)[0]).toContain(says);
  });
});
