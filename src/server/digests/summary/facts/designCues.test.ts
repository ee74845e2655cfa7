import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternCounts } from '../text/patternCounts.ts';
import { wordsOf } from '../text/words.ts';
import { designCues } from './designCues.ts';

describe('the cues of designs', () => {
  it('are counted together as often as one by one, whatever the text', () => {
    const cues = Object.values(designCues);
    const count = patternCounts(cues);
    const words = cues
      .flatMap(({ source }) => source.split(/[^a-z]+/))
      .concat('1,040', '62-year-old', 'p<', '95 %', '-', '.', ', ', 'in vivo', 'e. coli', 'NCT02149199');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 60 }), fc.boolean(), (chosen, isTight) => {
        const read = wordsOf(chosen.join(isTight ? '' : ' '));
        const alone = cues.map((cue) => Math.min(3, read.lower.match(cue)?.length ?? 0));
        expect([...count(read, 3)]).toEqual(alone);
      }),
    );
  });
});
