import { Runs } from './runs.ts';
import { tokenForms } from './tokenForms.ts';

describe('Runs', () => {
  // Several to each of the 8,192 pairs.
  const words = Array.from({ length: 30_000 }, (_, at) => `gene${at.toString(36)}`);

  it('reads each run as it is written, whatever took its place', () => {
    const runs = new Runs();
    for (const word of [...words, ...words.slice(0, 100)])
      expect(runs.of(word)).toEqual({ text: word, forms: tokenForms(word) });
  });

  it('keeps the two of a pair that were seen last', () => {
    const runs = new Runs();
    const first = words.slice(0, 4000).map((word) => runs.of(word));
    for (const word of words.slice(4000, 8000)) runs.of(word);
    expect(first.filter((run) => runs.of(run.text) === run).length).toBeGreaterThan(2000);
    for (const word of words) runs.of(word);
    expect(runs.of(words[0]!)).not.toBe(first[0]);
  });
});
