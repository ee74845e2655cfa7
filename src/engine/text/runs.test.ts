import { Runs } from './runs.ts';
import { tokenForms } from './tokenForms.ts';

describe('Runs', () => {
  // Beyond 4,096 kept runs the table grows, three times here.
  const words = Array.from({ length: 30_000 }, (_, at) => `gene${at.toString(36)}`);

  it('reads each run as it is written while its table grows', () => {
    const runs = new Runs();
    for (const word of [...words, ...words.slice(0, 100)])
      expect(runs.of(word)).toEqual({ text: word, forms: tokenForms(word) });
  });

  it('keeps runs while its table grows, and none after it forgets', () => {
    const runs = new Runs();
    const first = words.slice(0, 4000).map((word) => runs.of(word));
    for (const word of words.slice(4000, 9000)) runs.of(word);
    const same = first.filter((run) => runs.of(run.text) === run).length;
    // A third run of one pair takes the place of another, so not all are kept; a table that lost them would keep none.
    expect(same).toBeGreaterThan(2000);
    for (const word of words) runs.of(word);
    runs.forgetRare();
    expect(runs.of(words[0]!)).not.toBe(first[0]);
  });
});
