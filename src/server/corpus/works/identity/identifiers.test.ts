import { sourceRecord } from '#test/corpus.ts';
import { identifiersOf, publicationStage } from './identifiers.ts';

describe('identifiersOf', () => {
  it('lists the record’s own identifiers and those it relates to', () => {
    const record = sourceRecord('biorxiv', '10.1101/2026.01.01.000001', {
      identifiers: [{ kind: 'doi', value: '10.1000/journal.7' }],
    });
    expect(identifiersOf(record)).toEqual([
      { kind: 'doi', value: '10.1101/2026.01.01.000001' },
      { kind: 'doi', value: '10.1000/journal.7' },
    ]);
  });

  it('adds the arXiv identifier to an arXiv DOI', () => {
    const record = sourceRecord('pubmed', '9', { doi: '10.48550/arxiv.2601.00001' });
    expect(identifiersOf(record)).toContainEqual({ kind: 'arxiv', value: '2601.00001' });
    expect(publicationStage(record)).toBe('preprint');
  });
});
