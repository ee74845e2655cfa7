import { freeCopyOf } from '../works.ts';

const article = {
  source: 'pubmed' as const,
  sourceId: '41000001',
  url: 'https://pubmed.ncbi.nlm.nih.gov/41000001/',
  state: 'current' as const,
  bibliography: null,
  pdfUrl: null,
  license: null,
};
const preprint = {
  source: 'biorxiv' as const,
  sourceId: '10.1101/2026.01.02.000001',
  url: 'https://www.biorxiv.org/content/10.1101/2026.01.02.000001v2',
};
const eprint = {
  source: 'arxiv' as const,
  sourceId: 'hep-th/9901001',
  url: 'https://arxiv.org/abs/hep-th/9901001',
};
const found = { pdfUrl: 'https://journal.example/1.pdf', license: 'cc-by' };

describe('free copy of a work', () => {
  it('comes from its own source without a call, if that is free', () => {
    const of = (record: object) => freeCopyOf({ ...article, ...found, ...record }, []).pdfUrl;
    expect(of(eprint)).toBe('https://arxiv.org/pdf/hep-th/9901001');
    expect(of(preprint)).toBe('https://www.biorxiv.org/content/10.1101/2026.01.02.000001v2.full.pdf');
    expect(of({ bibliography: { names: [], pmcid: 'PMC123', license: 'cc0' } })).toBe(
      'https://pmc.ncbi.nlm.nih.gov/articles/PMC123/pdf/',
    );
  });

  it('is the copy found for an article rather than its preprint', () => {
    expect(freeCopyOf({ ...article, ...found }, [preprint])).toEqual(found);
    expect(freeCopyOf(article, [preprint])).toEqual({
      pdfUrl: 'https://www.biorxiv.org/content/10.1101/2026.01.02.000001v2.full.pdf',
      license: null,
    });
  });

  it('does not exist if none is known, nor for a withdrawn work', () => {
    const none = { pdfUrl: null, license: null };
    expect(freeCopyOf(article, [])).toEqual(none);
    expect(freeCopyOf({ ...article, ...found, ...eprint, state: 'withdrawn' }, [])).toEqual(none);
  });
});
