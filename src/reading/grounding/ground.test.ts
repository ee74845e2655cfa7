import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { sentencesOf } from '../text/sentences.ts';
import cases from './ground.test.json' with { type: 'json' };
import { ground } from './ground.ts';

const walking = {
  n: 1,
  title: 'Daily walking and readmission in heart failure: a randomized trial',
  abstract:
    'BACKGROUND: Readmission is common after heart failure.\nMETHODS: We randomised 412 adults to walking or usual care.\nRESULTS: Readmission within 90 days was lower with walking than with usual care (18.2 % vs. 27.5 %; hazard ratio 0.63, 95 % CI 0.44 to 0.90). Walking distance rose by about 40 m, and falls did not increase.\nCONCLUSIONS: A simple walking plan may reduce early readmission in adults with heart failure.',
};
const editor = {
  n: 2,
  title: 'An adenine base editor with a narrow window',
  abstract:
    'Here we present an adenine base editor, ABE9-n, with a window of two bases. In mice (n = 12), a single dose of 2 mg/kg corrected 41% of liver alleles after 14 days, suggesting that redosing could be avoided. Serum activity rose 3-fold. Off-target edits at 10⁻⁵ were not detected in this cohort.',
};
const moon = { n: 3, title: 'Moons', abstract: null };
const papers = [walking, editor, moon];

const verdict = (text: string, quote: string, paper = 1) => ground({ text, quote, paper }, papers).because;

describe('grounded sentence', () => {
  it.each(cases.accepted as [string, string, string, number][])('is accepted %s', (_, text, quote, paper) =>
    expect(verdict(text, quote, paper)).toBeNull(),
  );

  it('gets the quote as written in the abstract', () => {
    const { sentence } = ground(
      {
        text: editor.abstract.split('. ')[3]!,
        paper: 2,
        quote: '“Off‑target edits at 10⁻⁵\n were  not detected”',
      },
      papers,
    );
    expect(sentence?.quote).toBe('Off-target edits at 10⁻⁵ were not detected');
  });
});

test.each(cases.rejected as [string, string, string, string, number][])(
  'an ungrounded sentence is rejected for its %s: %s',
  (because, _, text, quote, paper) => expect(verdict(text, quote, paper)).toBe(because),
);

test('the quote of a grounded sentence is in the abstract word for word', () => {
  const sentences = papers.flatMap(({ abstract, n }) =>
    abstract ? sentencesOf(abstract).map(({ text }) => ({ text, n })) : [],
  );
  forAll(
    fc.constantFrom(...sentences),
    fc.nat(60),
    fc.nat(60),
    fc.func(fc.constantFrom('', ' ', 'may', 'not', '41%', 'in mice', 'reduces')),
    ({ text, n }, from, length, change) => {
      const words = text.split(' ');
      const said = words.map((word, at) => (change(at) === '' ? word : `${word} ${change(at)}`)).join(' ');
      const { sentence } = ground(
        { text: said, paper: n, quote: text.slice(from, from + 20 + length) },
        papers,
      );
      if (sentence) expect(papers[n - 1]!.abstract).toContain(sentence.quote);
    },
  );
});
