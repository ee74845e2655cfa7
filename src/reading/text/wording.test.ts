import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import cases from './wording.test.json' with { type: 'json' };
import { abbreviationsIn, spelledOut } from './wording.ts';

const said = (sentence: string, abstract: string) =>
  spelledOut(sentence, abstract, abbreviationsIn(sentence, abstract));

describe('abbreviation in a sentence', () => {
  it.each(cases.spelledOut)('is spelled out %s', (_, abstract, sentence, whole) =>
    expect(said(sentence, `${abstract} ${sentence}`)).toBe(whole),
  );

  it.each(cases.unchanged)('stays unchanged: one %s', (_, abstract, sentence) =>
    expect(said(sentence, `${abstract} ${sentence}`)).toBe(sentence),
  );

  it('is spelled out at most three times, and never makes a sentence too long', () => {
    const abstract =
      'Alpha moss bed (AMB), beta moss bed (BMB), gamma moss bed (GMB) and delta moss bed (DMB) were grown.';
    expect(said('AMB, BMB, GMB and DMB were green.', abstract)).toBe(
      'alpha moss bed (AMB), beta moss bed (BMB), gamma moss bed (GMB) and DMB were green.'.replace(
        'alpha',
        'Alpha',
      ),
    );
    const long = `The heat fell in AMB ${'and on every roof '.repeat(22)}.`;
    expect(said(long, abstract)).toBe(long);
  });

  it('adds only words of the abstract, for any abstract', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('roof moss carpets (RMC)', 'RMC', '(RMC', 'RMC)', 'Moss Bed (MB) ', 'MB', '. '),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(' '));
    forAll(text, text, (sentence, abstract) => {
      const places = abbreviationsIn(sentence, abstract);
      const whole = spelledOut(sentence, abstract, places);
      for (const { from, length } of places) {
        expect(length).toBeGreaterThan(0);
        expect(abstract.slice(from, from + length)).toHaveLength(length);
      }
      expect(whole.length).toBeLessThanOrEqual(Math.max(sentence.length, 420));
      if (!places.length) expect(whole).toBe(sentence);
    });
  });
});
