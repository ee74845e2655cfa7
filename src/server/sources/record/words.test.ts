import fc from 'fast-check';
import { arxivQuery } from '../arxiv/index.ts';
import { searchQuery } from '../europepmc/index.ts';
import { pubmedQuery } from '../pubmed/index.ts';
import type { Wanted } from './source.ts';

const window = { from: '2026-11-01', to: '2026-11-07' };

const symbols =
  `cancer|"|(|)|[au]|[|]| OR | AND | NOT |ANDNOT|*|:|-|+|\\|all:| TO |“|＂|β|Parkinson's|#1|\n`.split('|');

/** Input of people and scripts: words, and every symbol of both query languages. */
const typed = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom(...symbols)).map((parts) => parts.join('')),
);

/** Topics with groups of what is typed. */
const { wanted } = fc.letrec<{ wanted: Wanted }>((tie) => ({
  wanted: fc.oneof(
    { maxDepth: 4 },
    fc.record({ kind: fc.constantFrom('words' as const, 'phrase' as const, 'prefix' as const), text: typed }),
    fc.record({
      kind: fc.constantFrom('all' as const, 'any' as const),
      items: fc.array(tie('wanted'), { maxLength: 4 }),
    }),
  ),
}));
const queries = fc.record({ topic: fc.option(wanted), phrases: fc.array(typed, { maxLength: 4 }) });

/** Whether parentheses outside quotes are balanced. */
const isBalanced = (query: string): boolean => {
  let depth = 0;
  for (const [sign] of query.replace(/"[^"]*"/g, '').matchAll(/[()]/g)) {
    depth += sign === '(' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
};

const words = (text: string): Wanted => ({ kind: 'words', text });
const child: Wanted = {
  kind: 'all',
  items: [
    { kind: 'any', items: [words('asthma'), words('COPD')] },
    { kind: 'prefix', text: 'child' },
    { kind: 'phrase', text: 'hip pain' },
  ],
};

describe('pubmedQuery', () => {
  it('leaves the topic to PubMed’s term mapping and searches the others as phrases', () => {
    const topic: Wanted = {
      kind: 'all',
      items: [words("Parkinson's disease"), { kind: 'phrase', text: 'gut microbiome' }],
    };
    expect(pubmedQuery({ topic, phrases: ['alpha-synuclein', 'Lewy bodies'] })).toBe(
      '((Parkinson\'s disease) AND "gut microbiome") OR ("alpha-synuclein"[tiab]) OR ("Lewy bodies"[tiab])',
    );
  });

  it('keeps groups, beginnings and phrases, and removes tags, operators and brackets', () => {
    expect(pubmedQuery({ topic: child, phrases: [] })).toBe('((asthma OR COPD) AND child* AND "hip pain")');
    expect(pubmedQuery({ topic: words('cancer[au] OR ("#1:2*'), phrases: [] })).toBe('(cancer 1 2)');
    expect(pubmedQuery({ topic: words(' "" (('), phrases: [] })).toBeNull();
    expect(pubmedQuery({ topic: null, phrases: [] })).toBeNull();
  });

  it('is balanced and has no other operators than its own, whatever is typed', () =>
    fc.assert(
      fc.property(queries, (query) => {
        const text = pubmedQuery(query);
        if (text === null) return;
        expect(isBalanced(text)).toBe(true);
        expect(text.replace(/"[^"]*"(?:\[tiab\])?/g, 'x')).not.toMatch(
          /["[\]:#]|[ (]NOT[ )]|[ (](?:AND|OR) (?:AND|OR)[ )]/,
        );
      }),
      { numRuns: 500 },
    ));
});

describe('arxivQuery', () => {
  it('requires all significant words of the topic, or any other phrase, first posted in the window', () => {
    const topic: Wanted = {
      kind: 'all',
      items: [words('attention for'), { kind: 'phrase', text: 'graph networks' }],
    };
    expect(arxivQuery({ topic, phrases: ['CO2-capture'] }, window)).toBe(
      '((all:attention AND all:"graph networks") OR (all:"CO2 capture")) AND submittedDate:[202611010000 TO 202611072359]',
    );
    expect(arxivQuery({ topic: child, phrases: [] }, window)).toMatch(
      /^\(\(\(all:asthma OR all:COPD\) AND all:child\* AND all:"hip pain"\)\) AND/,
    );
  });

  it('keeps a topic with only common words', () =>
    expect(arxivQuery({ topic: words('the will'), phrases: [] }, window)).toMatch(
      /^\(\(all:the AND all:will\)\)/,
    ));

  it('is balanced and has no other operators than its own, whatever is typed', () =>
    fc.assert(
      fc.property(queries, (query) => {
        const text = arxivQuery(query, window);
        if (text === null) return;
        expect(isBalanced(text)).toBe(true);
        const shape = text
          .replace(/ AND submittedDate:\[\d{12} TO \d{12}\]$/, '')
          .replace(/all:(?:"[^"]+"|[\p{L}\p{M}\p{N}]+\*?)/gu, 'x');
        expect(shape).toMatch(/^[()x]+(?: (?:AND|OR) [()x]+)*$/);
        expect(text).not.toMatch(/all:(?:AND|OR|NOT|ANDNOT|TO)[ )]/);
      }),
      { numRuns: 500 },
    ));
});

test.each([
  ['PubMed', pubmedQuery, '(moss AND 0000-0002-1825-0097[auid])'],
  ['Europe PMC', searchQuery, '((TITLE_ABS:"moss" AND AUTHORID:"0000-0002-1825-0097"))'],
  ['arXiv', arxivQuery, '((all:moss))'],
])('asks %s for an ORCID iD if it knows any', (_, query, asked) => {
  const topic: Wanted = {
    kind: 'all',
    items: [words('moss'), { kind: 'orcid', text: '0000-0002-1825-0097' }],
  };
  expect(query({ topic, phrases: [] }, window)).toContain(asked);
});

test('searchQuery asks Europe PMC for the same groups in title and abstract', () => {
  expect(searchQuery({ topic: child, phrases: ['lung function'] }, window)).toContain(
    '((TITLE_ABS:"asthma" OR TITLE_ABS:"COPD") AND TITLE_ABS:child* AND TITLE_ABS:"hip pain") OR (TITLE_ABS:"lung function")',
  );
  fc.assert(
    fc.property(queries, (query) => {
      expect(isBalanced(searchQuery(query, window) ?? '')).toBe(true);
    }),
    { numRuns: 300 },
  );
});
