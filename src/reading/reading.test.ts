import { entryOf } from './extractive.ts';
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

  it.each([
    'These effects were stronger in the north, where moss lowered heat by 2 degrees.',
    'In such roofs the heat was lower by 2 degrees than under tea.',
    'This effect was larger in summer, with 2 degrees less than in winter.',
    'In trials of roofs from 2005 onwards, moss lowered the heat by 2 degrees but raised the load, with no benefit for tea or,.',
    'Is it best to opt for moss on roofs, or should one emphasise clay as the higher priority?',
    'We validate our approach on twelve roofs of the city with a robot arm and a thermal camera.',
    'We evaluate MossNet on our MOSS-lang data, which shows superior roof sequence generation performance.',
    'The results show that our moss achieves promising performance in three tasks on 3D data of roofs.',
    'Moss and the delays of its owners significantly affect the heat of roofs in the north.',
    'Besides moss, we identified regional and social effects shaping the heat of roofs in the north.',
    'We show distinct heat on roofs with moss compared to roofs with tea in towns of the north.',
    'Moss enables more stable, accurate and friendly roofs through the integration of light and water.',
    'The proposed moss covers roofs with improved efficiency and adaptability in the towns of the north.',
    'Our zero-shot Moss3D0 outperforms all existing roofs, hence demonstrating the power of moss.',
    'Extensive experiments show superior performance over existing methods, which proves the effectiveness of the proposed method.',
  ])('is none that points at another, or that only praises: %s', (sentence) =>
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
  });
});
