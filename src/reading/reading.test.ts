import { entryOf } from './extractive.ts';
import cases from './reading.test.json' with { type: 'json' };
import { withReading } from './reading.ts';

const shown = (abstract: string, title = 'Moss and the heat of roofs') =>
  entryOf(withReading({ n: 1, title, abstract }))?.text ?? null;

describe('sentence shown for a paper', () => {
  it('keeps a negative result negative', () =>
    expect(
      shown(
        'We searched the genome of moss for loci of heat. No locus reached genome-wide significance in 412 plants. Five loci were nominally associated with heat in moss.',
      ),
    ).toBe('No locus reached genome-wide significance in 412 plants.'));

  it.each(cases.notShown)('is none that points at another, or that only praises: %s', (sentence) =>
    expect(shown(`Roofs are hot in summer everywhere. ${sentence}`)).not.toBe(sentence),
  );

  it('says what a review covers that states no finding', () => {
    const covers =
      'This review examines how moss cools the roofs of cities, including which kinds last, and what they cost.';
    const abstract = `Roofs are hot in summer. ${covers} It may be of use to planners.`;
    expect(shown(abstract, 'Moss on roofs: a narrative review')).toBe(covers);
    expect(shown(abstract.replace('including', 'says'), 'Moss on roofs: a narrative review')).toBeNull();
    expect(shown(abstract.replace('This review', 'This work'), 'Moss on roofs')).toBeNull();
  });

  it('is none with more than two abbreviations that only the rest of the abstract explains', () => {
    const terms = 'Roof moss carpet (RMC), tea leaf shade (TLS) and wet clay cover (WCC) were compared. ';
    expect(
      shown(`${terms}Heat fell most on RMC-grown, TLS-grown and WCC-grown roofs, by 2.1 degrees.`),
    ).toBeNull();
    const letters = 'Moss (M), tea (T) and clay (C) were compared on roofs of the town. ';
    expect(
      shown(`${letters}Heat fell by 2.1 degrees more with M centered on C than with T alone.`),
    ).toBeNull();
  });
});
