import { identifierIn, identifiersIn } from './identifierIn.ts';

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
    ['https://www.gardensin.example/articles/10.9999/moss.1/full', 'doi 10.9999/moss.1'],
    ['https://onlinelibrary.example/doi/full/10.9999/moss.2?casa_token=aBcD', 'doi 10.9999/moss.2'],
    ['https://link.example/article/10.9999/moss.3/fulltext.html#Sec2', 'doi 10.9999/moss.3'],
    ['https://link.example/content/pdf/10.9999%2Fs1-020-1.pdf?pdf=button', 'doi 10.9999/s1-020-1'],
    [
      'https://journals.plos.org/plosone/article/file?id=10.1371/journal.pone.0000001&type=printable',
      'doi 10.1371/journal.pone.0000001',
    ],
    ['https://academic.oup.com/nar/article/doi/10.9999/nar/gkaa1/5678901', 'doi 10.9999/nar/gkaa1'],
    ['https://login.proxy.example.edu/login?url=https://doi.org/10.9999/moss.4', 'doi 10.9999/moss.4'],
    ['https://doi-org.proxy.example.edu/10.9999/moss.5', 'doi 10.9999/moss.5'],
    ['https://www.nature.com/articles/s41586-020-2649-2.pdf', 'doi 10.1038/s41586-020-2649-2'],
    ['https://www.medrxiv.org/content/10.1101/123456v1.full.pdf+html', 'doi 10.1101/123456'],
    ['https://pubmed.ncbi.nlm.nih.gov/41000001/?utm_source=Other&utm_medium=rss', 'pmid 41000001'],
    ['https://pubmed.ncbi.nlm.nih.gov/41000002/#abstract', 'pmid 41000002'],
    ['https://www-ncbi-nlm-nih-gov.proxy.example.edu/m/pubmed/41000004/', 'pmid 41000004'],
    ['https://europepmc.org/article/MED/41000005?x', 'pmid 41000005'],
    ['https://arxiv.org/abs/2611.09001?context=cs', 'arxiv 2611.09001'],
    ['ar5iv.labs.arxiv.org/html/2611.09001v2', 'arxiv 2611.09001'],
    ['arXiv:2611.09001v2 [cs.CL]', 'arxiv 2611.09001'],
    ['arXiv preprint arXiv:2611.09001', 'arxiv 2611.09001'],
    [
      '10.9998/1097(195103)4:2<387::AID-MOSS2820040229>3.0.CO;2-Y',
      'doi 10.9998/1097(195103)4:2<387::aid-moss2820040229>3.0.co;2-y',
    ],
    [
      'https://doi.org/10.9998/1097%28195103%294%3A2%3C387%3A%3AAID-MOSS2820040229%3E3.0.CO%3B2-Y',
      'doi 10.9998/1097(195103)4:2<387::aid-moss2820040229>3.0.co;2-y',
    ],
    ['10.9998/4:2&lt;387::AID-M&gt;3.0.CO;2-Y', 'doi 10.9998/4:2<387::aid-m>3.0.co;2-y'],
    ['10.9999%2Fmoss.6', 'doi 10.9999/moss.6'],
    ['<a href="https://doi.org/10.9999/moss.7">', 'doi 10.9999/moss.7'],
    ['[Moss](https://doi.org/10.9999/moss(8)).', 'doi 10.9999/moss(8)'],
    ['https://doi.org/doi:10.9999/moss\\_9', 'doi 10.9999/moss_9'],
    ['doi: DOI 10.9999/moss.10', 'doi 10.9999/moss.10'],
  ])('is read from %j', (text, expected) => {
    const found = identifierIn(text);
    expect(`${found?.kind} ${found?.value}`).toBe(expected);
  });

  it('is read with every other that a reference names', () => {
    const found = (text: string) => identifiersIn(text).map(({ kind, value }) => `${kind} ${value}`);
    const cited =
      'Berg B. Moss. J Bryol. 1999;12(3):45-50. doi: 10.9999/a.1. PMID: 41000003; PMCID: PMC1234567.';
    expect(found(cited)).toEqual(['doi 10.9999/a.1', 'pmid 41000003']);
    expect(found('10.9999/a;10.9999/b, https://doi.org/10.9999/a')).toEqual([
      'doi 10.9999/a',
      'doi 10.9999/b',
    ]);
  });

  it.each([
    '',
    'A title of 2020',
    'https://example.org/2611.09001',
    'PMID: 4.5',
    'arXiv and 12 others',
    '0',
    '123456789012345',
    '10.1/x',
    'constructor',
    '10.1000/',
  ])('is not read from %j', (text) => expect(identifierIn(text)).toBeNull());
});
