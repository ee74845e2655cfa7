import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arxivQuery } from '../arxiv/index.ts';
import { pubmedQuery } from '../pubmed/index.ts';
import { topicTerms } from './text.ts';

const window = { from: '2026-11-01', to: '2026-11-07' };

/** Input of people and scripts: words, and every symbol of both query languages. */
const typed = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        'cancer',
        '"',
        '(',
        ')',
        '[au]',
        '[',
        ']',
        ' OR ',
        ' AND ',
        ' NOT ',
        'ANDNOT',
        '*',
        ':',
        '-',
        '+',
        '\\',
        'all:',
        ' TO ',
        '“',
        '＂',
        'β',
        "Parkinson's",
        '#1',
        '\n',
      ),
    )
    .map((parts) => parts.join('')),
);

describe('topicTerms', () => {
  it('keeps quoted words together and leaves out words excluded by a minus', () => {
    expect(topicTerms('single-cell "RNA velocity" -mouse -"cell line" PD-1')).toEqual([
      { words: ['single-cell'], quoted: false },
      { words: ['RNA', 'velocity'], quoted: true },
      { words: ['PD-1'], quoted: false },
    ]);
  });
});

describe('pubmedQuery', () => {
  it('leaves the topic to PubMed’s term mapping and searches the others as phrases', () => {
    expect(pubmedQuery(["Parkinson's disease and “gut microbiome”", 'alpha-synuclein', 'Lewy bodies'])).toBe(
      '(Parkinson\'s disease and "gut microbiome") OR ("alpha-synuclein"[tiab]) OR ("Lewy bodies"[tiab])',
    );
  });

  it('removes tags, operators and brackets from a topic', () => {
    expect(pubmedQuery(['cancer[au] OR ("'])).toBe('(cancer)');
    expect(pubmedQuery(['"gut flora"[tiab:~2] [18F]FDG [Mesh Terms]'])).toBe('("gut flora" 18F FDG)');
    expect(pubmedQuery(['NOT (cancer) AND #1:2*'])).toBe('(cancer 1 2)');
    expect(pubmedQuery([' "" -x (('])).toBeNull();
    expect(pubmedQuery([])).toBeNull();
  });

  it('is balanced and has no other operators than its own, whatever is typed', () => {
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 5 }), (phrases) => {
        const query = pubmedQuery(phrases);
        if (query === null) return;
        const part =
          /^\((?:"[^"()[\]:*#]+"(?:\[tiab\])?|[^"()[\]:*# ]+)(?: (?:"[^"()[\]:*#]+"|[^"()[\]:*# ]+))*\)$/;
        for (const alternative of query.split(' OR ')) {
          expect(alternative).toMatch(part);
          expect(alternative).not.toMatch(/\b(?:AND|OR|NOT)\b/);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('arxivQuery', () => {
  it('requires all significant words of the topic, or any other phrase, first posted in the window', () => {
    expect(arxivQuery(['attention for "graph networks"', 'CO2-capture'], window)).toBe(
      '((all:attention AND all:"graph networks") OR (all:"CO2 capture")) AND submittedDate:[202611010000 TO 202611072359]',
    );
  });

  it('keeps a topic with only common words', () => {
    expect(arxivQuery(['the will'], window)).toMatch(/^\(\(all:the AND all:will\)\)/);
  });

  it('is balanced and has no other operators than its own, whatever is typed', () => {
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 5 }), (phrases) => {
        const query = arxivQuery(phrases, window);
        if (query === null) return;
        const all = String.raw`all:(?:"[\p{L}\p{M}\p{N}]+(?: [\p{L}\p{M}\p{N}]+)+"|[\p{L}\p{M}\p{N}]+)`;
        const any = String.raw`\(${all}(?: AND ${all})*\)`;
        expect(query).toMatch(
          new RegExp(String.raw`^\(${any}(?: OR ${any})*\) AND submittedDate:\[\d{12} TO \d{12}\]$`, 'u'),
        );
        expect(query).not.toMatch(/all:(?:AND|OR|NOT|ANDNOT|TO)[ )]/);
      }),
      { numRuns: 1000 },
    );
  });
});
