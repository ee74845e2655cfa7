import cases from './identifierIn.test.json' with { type: 'json' };
import { identifierIn, identifiersIn } from './identifierIn.ts';

describe('identifier', () => {
  it.each(cases.read)('is read from %j', (text, expected) => {
    const found = identifierIn(text);
    expect(`${found?.kind} ${found?.value}`).toBe(expected);
  });

  it('is read with every other that a reference names', () => {
    const found = (text: string) => identifiersIn(text).map(({ kind, value }) => `${kind} ${value}`);
    const cited =
      'Berg B. Moss. J Bryol. 1999;12(3):45-50. doi: 10.9999/a.1. PMID: 41000003; PMCID: PMC1234567.';
    expect(found(cited)).toEqual(['doi 10.9999/a.1', 'pmid 41000003', 'pmcid PMC1234567']);
    expect(found('10.9999/a;10.9999/b, https://doi.org/10.9999/a')).toEqual([
      'doi 10.9999/a',
      'doi 10.9999/b',
    ]);
  });

  it.each(cases.notRead)('is not read from %j', (text) => expect(identifierIn(text)).toBeNull());
});
