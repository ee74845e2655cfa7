import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import cases from './tex.test.json' with { type: 'json' };
import { fromTex } from './tex.ts';

const arxiv = (text: string) => fromTex(text, { isTypeset: true });

describe('TeX', () => {
  it.each(cases as [string, string][])('reads %s', (text, expected) => expect(arxiv(text)).toBe(expected));

  it('leaves typography and braces of other texts as they are', () =>
    expect(fromTex('~5--7 {a, b} ``x``, $5 and $\\alpha$', {})).toBe('~5--7 {a, b} ``x``, $5 and α'));

  it('keeps every letter and digit outside commands, however they nest', () => {
    const word = fc.stringMatching(/^[A-Za-z]{2,6}\d{0,2}$/);
    const { tex } = fc.letrec<{ tex: { raw: string; words: string[] } }>((tie) => ({
      tex: fc.oneof(
        { maxDepth: 5 },
        word.map((one) => ({ raw: one, words: [one] })),
        fc
          .tuple(fc.constantFrom('textbf', 'emph', 'ce', 'ac', 'SI', 'unheardof', 'b', 'k'), tie('tex'))
          .map(([name, { raw, words }]) => ({
            raw: name === 'SI' ? `\\SI{7}{${raw}}` : `\\${name}{${raw}}`,
            words,
          })),
        fc.array(tie('tex'), { minLength: 1, maxLength: 4 }).map((all) => ({
          raw: all.map(({ raw }) => raw).join(' '),
          words: all.flatMap(({ words }) => words),
        })),
        tie('tex').map(({ raw, words }) => ({ raw: `{${raw}}`, words })),
      ),
    }));
    forAll(tex, ({ raw, words }) => {
      const read = arxiv(raw)
        .normalize('NFD')
        .replace(/[^A-Za-z0-9]/g, '');
      expect(read.replaceAll('7', '')).toBe(words.join('').replaceAll('7', ''));
    });
    // In any text whatever, words without a sign of TeX's in them arrive.
    forAll(
      fc.array(fc.oneof(fc.constantFrom('{', '}', '$', '\\textbf', '\\(', '\\', '^', '_', '~', '--'), word)),
      (parts) => {
        const read = arxiv(parts.join(' ')).normalize('NFKC').replace(/[\^_]/g, '');
        for (const one of parts.filter((part) => /^[A-Za-z]/.test(part))) expect(read).toContain(one);
      },
    );
  });
});

test.each([40, 41, 100])('an unknown command with arguments ends in %i groups', (deep) => {
  expect(fromTex(`${'{'.repeat(deep)}\\e{a}{b}`, { isGrouped: true })).toContain('a');
});

test.each(['\\moss{a}{b}', '\\moss ', '{', '{\\moss{a}', '$x^{y}$ ', '\\emph{a'])(
  'a megabyte of %s is read in time',
  (piece) => {
    const started = process.cpuUsage();
    fromTex(piece.repeat(1e6 / piece.length), { isGrouped: true });
    // In proportion it takes half a second of the processor at most; it took up to 85.
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(4000);
  },
);
