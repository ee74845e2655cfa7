import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';
import { summarise, summaryText } from './summarise.ts';

const heart = {
  n: 1,
  title: 'Daily walking and readmission in heart failure: a randomised trial',
  abstract:
    'BACKGROUND: Readmission is common after heart failure.\nMETHODS: We randomised 412 adults (ejection fraction <40 %, e.g. after infarction) to walking or usual care.\nRESULTS: Readmission within 90 days was lower with walking (18.2 % vs. 27.5 %; hazard ratio 0.63, 95 % CI 0.44 to 0.90).\nCONCLUSIONS: A simple walking plan may reduce early readmission in heart failure.',
};
const gene = {
  n: 2,
  title: 'An adenine base editor with a narrow window',
  abstract:
    'Base editors change single letters of DNA. However, bystander edits limit their use. Here we present an editor with a window of two bases. We found that it corrected the sickle allele in 61 % of cells with fewer than 0.5 % bystander edits. These results suggest that narrow editors could make therapy safer.',
};

describe('sentencesOf', () => {
  it('takes roles from labels and keeps abbreviations and brackets whole', () => {
    expect(sentencesOf(heart.abstract).map(({ role }) => role)).toEqual([
      'background',
      'method',
      'result',
      'conclusion',
    ]);
    expect(sentencesOf(heart.abstract)[2]?.text).toContain('vs. 27.5 %');
  });

  it('takes roles from words where there are no labels', () => {
    expect(sentencesOf(gene.abstract).map(({ role }) => role)).toEqual([
      'background',
      'background',
      'aim',
      'result',
      'conclusion',
    ]);
  });
});

describe('summarise', () => {
  it('says what came out of each paper, in its own words, with its number', () => {
    const { overview, takeaways, writtenBy } = summarise([heart, gene], 'heart failure');
    expect(overview.map(({ paper }) => paper)).toEqual([1, 2]);
    expect(overview[0]!.text).toMatch(/walking/);
    expect(takeaways.get(2)).toMatch(/61 %|narrow editors/);
    expect(writtenBy).toBe('sentences taken from the abstracts');
    expect(summaryText(overview)?.split('\n')[1]).toMatch(/ \[2\]$/);
  });

  it('does not say the same thing twice', () => {
    const twin = { ...heart, n: 2, abstract: heart.abstract };
    const { overview } = summarise([heart, twin], 'heart failure');
    expect(new Set(overview.map(({ text }) => text)).size).toBe(overview.length);
  });

  it('has nothing to say where there is no abstract', () => {
    expect(summaryText(summarise([{ ...heart, abstract: null }], 'heart').overview)).toBeNull();
  });

  it('quotes only what stands in the abstract, whatever the abstract', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('We found that X (see Fig. 2', 'RESULTS: ', '.', '\n', 'et al. ', heart.abstract),
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.array(piece).map((parts) => parts.join(' ')),
          { maxLength: 6 },
        ),
        (abstracts) => {
          const papers = abstracts.map((abstract, at) => ({ n: at + 1, title: 'A title', abstract }));
          for (const { quote, paper } of summarise(papers, 'x').overview)
            expect(abstracts[paper - 1]).toContain(quote);
        },
      ),
    );
  });
});
