import fc from 'fast-check';
import { abbreviationsIn, spelledOut } from './wording.ts';

const said = (sentence: string, abstract: string) =>
  spelledOut(sentence, abstract, abbreviationsIn(sentence, abstract));

describe('abbreviation in a sentence', () => {
  it.each([
    [
      'behind its long form in another sentence',
      'Moss therapy (MT) is old.',
      'Readmission fell with MT by a tenth, and MT was safe.',
      'Readmission fell with Moss therapy (MT) by a tenth, and MT was safe.',
    ],
    [
      'without the capital of the sentence that explains it',
      'Roof moss carpets (RMC) are old. A roof is hot.',
      'Indoor heat fell with RMC.',
      'Indoor heat fell with roof moss carpets (RMC).',
    ],
    [
      'in the plural, where that is explained',
      'We grew green roof islands (GRIs).',
      'All GRIs lowered the heat by 2 degrees.',
      'All green roof islands (GRIs) lowered the heat by 2 degrees.',
    ],
    [
      'as one of several that are explained',
      'We grew green roof islands (GRIs).',
      'Each GRI lowered the heat by 2 degrees.',
      'Each green roof island (GRI) lowered the heat by 2 degrees.',
    ],
    [
      'without the capital of a word that is no name',
      'Non-green moss carpets (NMC) are old.',
      'Indoor heat fell with NMC.',
      'Indoor heat fell with non-green moss carpets (NMC).',
    ],
    [
      'with the capital of a name',
      'Meyer moss carpets (MMC) are old.',
      'Indoor heat fell with MMC.',
      'Indoor heat fell with Meyer moss carpets (MMC).',
    ],
    [
      'with small letters and figures',
      'We counted moss-derived peptide 2 (MDP2).',
      'Levels of MDP2 doubled in a week.',
      'Levels of moss-derived peptide 2 (MDP2) doubled in a week.',
    ],
    [
      'with a hyphen',
      'We counted the heat index of roofs (HI-R).',
      'The HI-R of the town fell by a tenth.',
      'The heat index of roofs (HI-R) of the town fell by a tenth.',
    ],
    [
      'that names two words by the same letter',
      'We saw mucosal moss (MM).',
      'The heat killed MM in a week.',
      'The heat killed mucosal moss (MM) in a week.',
    ],
    [
      'with letters from inside of words',
      'We measured bryodimethyl phosphate (BDMP).',
      'The heat raised BDMP twofold.',
      'The heat raised bryodimethyl phosphate (BDMP) twofold.',
    ],
  ])('is spelled out %s', (_, abstract, sentence, whole) =>
    expect(said(sentence, `${abstract} ${sentence}`)).toBe(whole),
  );

  it.each([
    ['that the abstract never explains', 'We grew moss.', 'Levels of MDP2 doubled in a week.'],
    [
      'that the sentence explains',
      'We grew moss.',
      'Roof moss carpets (RMC) lowered heat more than bare RMC.',
    ],
    [
      'whose long form the sentence has',
      'Roof moss carpets (RMC) grow.',
      'Heat fell with roof moss carpets as RMC grew.',
    ],
    [
      'that everybody knows',
      'The moss index (CI) and confidence interval (CI).',
      'It fell to 2.1 with a CI of 1 to 3.',
    ],
    ['before a hyphen', 'Roof moss carpets (RMC) grow.', 'Heat fell on RMC-cooled roofs.'],
    ['in a compound', 'Roof moss carpets (RMC) grow.', 'Heat fell with RMC-XCL10-XD8+ and XD8-RMC cells.'],
    [
      'beside a slash or a plus',
      'Roof moss carpets (RMC) grow.',
      'Heat fell with RMC/tea and with RMC+ roofs.',
    ],
    ['in brackets', 'Roof moss carpets (RMC) grow.', 'Heat fell by 2 degrees (RMC, day 4).'],
    [
      'of several that is explained as one',
      'A roof moss carpet (RMC) grows.',
      'Heat fell on all RMCs of the town.',
    ],
    [
      'whose long form is in no plural',
      'Roof moss fungus (RMFs) grows.',
      'Heat fell with every RMF of the town.',
    ],
    [
      'whose letters the words before it lack',
      'As we said (RMC) before.',
      'Heat fell in every RMC of the town.',
    ],
    [
      'that brackets explain as something else',
      'Of the roofs, three (RMC).',
      'Heat fell in every RMC of the town.',
    ],
  ])('stays unchanged: one %s', (_, abstract, sentence) =>
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
    fc.assert(
      fc.property(text, text, (sentence, abstract) => {
        const places = abbreviationsIn(sentence, abstract);
        const whole = spelledOut(sentence, abstract, places);
        for (const { from, length } of places) {
          expect(length).toBeGreaterThan(0);
          expect(abstract.slice(from, from + length)).toHaveLength(length);
        }
        expect(whole.length).toBeLessThanOrEqual(Math.max(sentence.length, 420));
        if (!places.length) expect(whole).toBe(sentence);
      }),
    );
  });
});
