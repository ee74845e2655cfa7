import { ground } from './ground.ts';

/** What the checker says of a sentence about these words. */
const verdict = (text: string, quote: string) =>
  ground({ text, quote, paper: 1 }, [{ n: 1, title: 'Moss on roofs', abstract: quote }]).because;

const heat =
  'On roofs with moss the heat fell by 12%, on roofs with clay by 4% and on roofs with both by 20-25%.';
const part = 'Of the 9 children that were treated with moss in the north 5 became completely dry.';
const state = 'Roofs in the OFF but not in the ON state had significantly lower heat than bare walls.';
const more =
  'Compared with wet tea carpets, dry moss carpets lasted longer and held more water (31% vs. 18%).';
const spread = 'Heat loss had lower variance and a faster start in old houses with moss.';

describe('sentence in other words', () => {
  it.each([
    ['in another order', 'On roofs with clay the heat fell by 4%, on roofs with moss by 12%.', heat],
    ['with a range in words', 'On roofs with both the heat fell by 20 to 25%.', heat],
    ['with numbers in words', 'Five of the nine children treated with moss became completely dry.', part],
    [
      'with a denial',
      'In the OFF state, not in the ON state, roofs had significantly lower heat than bare walls.',
      state,
    ],
    ['with a comparison turned around', 'Dry moss carpets lasted longer than wet tea carpets.', more],
    ['with words of the same meaning', 'In old houses with moss, heat loss had reduced variance.', spread],
  ])('is accepted %s', (_, text, quote) => expect(verdict(text, quote)).toBeNull());

  it.each([
    ['a number of something else', 'On roofs with clay the fall was 12%.', heat, 'number'],
    ['a range of two numbers', 'On roofs the heat fell by 4 to 25%.', heat, 'number'],
    [
      'the whole for the part',
      'Nine children that were treated with moss became completely dry.',
      part,
      'number',
    ],
    [
      'another number in words',
      'Of the nineteen children treated with moss five became completely dry.',
      part,
      'number',
    ],
    [
      'the denied for the told',
      'In the ON but not in the OFF state roofs had significantly lower heat than bare walls.',
      state,
      'certainty',
    ],
    [
      'the other side of a comparison',
      'Wet tea carpets lasted longer than dry moss carpets.',
      more,
      'certainty',
    ],
    [
      'the other direction',
      'In old houses with moss, heat loss had higher variance and a faster start.',
      spread,
      'certainty',
    ],
    [
      'another population',
      'In young women with moss, heat loss had lower variance and a faster start.',
      spread,
      'scope',
    ],
  ])('is rejected for %s', (_, text, quote, because) => expect(verdict(text, quote)).toBe(because));
});
