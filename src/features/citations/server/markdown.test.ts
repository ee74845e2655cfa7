import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import type { PresentedDigest } from '#digests/archive/present.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { fileName, writeMarkdown } from './markdown.ts';

const digestWith = (papersData: PaperInput[], searchTerm = 'soil moss', aiSummary = 'Moss grew.') =>
  ({
    id: '6a1d',
    searchTerm,
    aiSummary,
    sentAt: '2026-03-01T07:00:00.000Z',
    createdAt: '2026-03-01T06:59:00.000Z',
    papersData,
  }) as PresentedDigest;

const paper = (given: Partial<PaperInput>): PaperInput => ({
  title: 'Moss on roofs',
  url: 'https://example.org/moss',
  authors: ['Nneka Okafor'],
  journal: 'Bryology',
  source: 'pubmed',
  publishedOn: '2026-02-27',
  relevanceScore: 0.7,
  takeaway: 'Moss doubled in 12 of 40 plots.',
  doi: '10.1000/moss',
  ...given,
});

const write = (...given: Parameters<typeof digestWith>) =>
  writeMarkdown(digestWith(...given), 'https://litwatch.example');

/** A document as parsed by a converter: its plain text, and every kind of element in it. */
function readByPandoc(markdown: string): { text: string; kinds: Set<string> } {
  const command = ['-f', 'gfm+yaml_metadata_block', '-t', 'json'];
  const { stdout } = spawnSync('pandoc', command, { input: markdown, encoding: 'utf8' });
  const kinds = new Set<string>();
  let text = '';
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    else if (node && typeof node === 'object') {
      const { t, c } = node as { t?: string; c?: unknown };
      if (t) kinds.add(t);
      if (t === 'Str') text += c as string;
      else if (t === 'Space' || t === 'SoftBreak') text += ' ';
      else walk(c ?? Object.values(node));
    }
  };
  walk((JSON.parse(stdout) as { blocks: unknown }).blocks);
  return { text, kinds };
}

const hasPandoc = spawnSync('pandoc', ['--version']).status === 0;

describe('digest as Markdown', () => {
  it('contains front matter, the summary, and each paper with its link', () =>
    expect(
      write([paper({}), paper({ title: 'Ferns', url: null, takeaway: null, retracted: true })]),
    ).toBe(`---
title: "soil moss, 2026-03-01"
topic: "soil moss"
date: "2026-03-01"
source: "https://litwatch.example/digests/6a1d"
papers: 2
---

Moss grew.

## 1. [Moss on roofs](<https://example.org/moss>)

Nneka Okafor · Bryology · 2026-02-27

> Moss doubled in 12 of 40 plots.

DOI: 10.1000/moss

## 2. RETRACTED: Ferns

Nneka Okafor · Bryology · 2026-02-27

DOI: 10.1000/moss
`));

  it.each([
    ['*p* < .05 & [n = 3]', String.raw`\*p\* \< .05 \& \[n = 3\]`],
    ['1. First things', String.raw`1\. First things`],
    ['- a dash', String.raw`\- a dash`],
    [
      'See https://evil.example or www.evil.example',
      String.raw`See https:\/\/evil.example or www\.evil.example`,
    ],
    ['<img src=x onerror=alert(1)>', String.raw`\<img src=x onerror=alert(1)\>`],
    ['Mail me@example.org #now $x$', String.raw`Mail me\@example.org \#now \$x\$`],
  ])('escapes %j', (title, escaped) => expect(write([paper({ title })])).toContain(`[${escaped}](`));

  it('ignores addresses outside the web', () =>
    expect(write([paper({ url: 'javascript:alert(1)' })])).toContain('## 1. Moss on roofs\n'));

  const marked = `RawInline RawBlock Code CodeBlock Link Image Emph Strong Math BulletList OrderedList Table
    HorizontalRule Strikeout`.split(/\s+/);
  it.skipIf(!hasPandoc)('keeps any title as plain text for pandoc (needs pandoc)', { timeout: 60_000 }, () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~\n]{1,60}$/), (title) => {
        const { kinds } = readByPandoc(write([paper({ title, url: null, takeaway: title })], title, title));
        for (const kind of marked) expect(kinds.has(kind), kind).toBe(false);
      }),
      { numRuns: 60 },
    ),
  );

  it('is named after its day and topic, in ASCII', () => {
    expect(fileName(digestWith([], 'Größe & "soil" / moss'))).toBe('litwatch-2026-03-01-gro-e-soil-moss.md');
    expect(fileName(digestWith([], '心臓'))).toBe('litwatch-2026-03-01.md');
  });
});
