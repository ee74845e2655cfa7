import { afterEach, describe, expect, it } from 'vitest';
import { forgetRareRuns, runOf } from './runs.ts';
import { tokenForms } from './tokenForms.ts';

describe('runOf', () => {
  afterEach(forgetRareRuns);

  // Beyond 4,096 kept runs the table grows, three times here.
  const words = Array.from({ length: 30_000 }, (_, at) => `gene${at.toString(36)}`);

  it('reads each run as it is written while its table grows', () => {
    for (const word of [...words, ...words.slice(0, 100)])
      expect(runOf(word)).toEqual({ text: word, forms: tokenForms(word) });
  });

  it('keeps runs while its table grows, and none after it forgets', () => {
    const first = words.slice(0, 4000).map(runOf);
    for (const word of words.slice(4000, 9000)) runOf(word);
    const same = first.filter((run) => runOf(run.text) === run).length;
    // A third run of one pair takes the place of another, so not all are kept; a table that lost them would keep none.
    expect(same).toBeGreaterThan(2000);
    for (const word of words) runOf(word);
    forgetRareRuns();
    expect(runOf(words[0]!)).not.toBe(first[0]);
  });
});
