import { describe, expect, it } from 'vitest';
import { identifierIn } from './record.ts';

describe('identifier', () => {
  it.each([
    ['10.1126/science.abf3363', 'doi 10.1126/science.abf3363'],
    ['https://doi.org/10.1016/S0140-6736(05)67728-8.', 'doi 10.1016/s0140-6736(05)67728-8'],
    ['(see 10.1000/abc)', 'doi 10.1000/abc'],
    ['41606514', 'pmid 41606514'],
    ['PMID: 123', 'pmid 123'],
    ['https://pubmed.ncbi.nlm.nih.gov/41606514/', 'pmid 41606514'],
    ['arXiv:2101.00001v3', 'arxiv 2101.00001'],
    ['https://arxiv.org/pdf/2101.00001v2.pdf', 'arxiv 2101.00001'],
    ['10.48550/arXiv.2101.00001', 'arxiv 2101.00001'],
    ['https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.full', 'doi 10.1101/2020.01.02.123456'],
    ['math.GT/0309136', 'arxiv math/0309136'],
  ])('is read from %j', (text, expected) => {
    const found = identifierIn(text);
    expect(`${found?.kind} ${found?.value}`).toBe(expected);
  });

  it.each(['', 'A title of 2020', '0', '123456789012345', '10.1/x', 'constructor', '10.1000/'])(
    'is not read from %j',
    (text) => expect(identifierIn(text)).toBeNull(),
  );
});
