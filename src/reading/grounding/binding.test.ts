import cases from './binding.test.json' with { type: 'json' };
import { ground } from './ground.ts';

/** What the checker says of a sentence about these words. */
const verdict = (text: string, quote: string) =>
  ground({ text, quote, paper: 1 }, [{ n: 1, title: 'Moss on roofs', abstract: quote }]).because;

describe('sentence in other words', () => {
  it.each(cases.accepted as [string, string, string][])('is accepted %s', (_, text, quote) =>
    expect(verdict(text, quote)).toBeNull(),
  );

  it.each(cases.rejected as [string, string, string, string][])(
    'is rejected for %s',
    (_, text, quote, because) => expect(verdict(text, quote)).toBe(because),
  );
});
