import { checked } from '../record/record.ts';
import cases from './reply.test.json' with { type: 'json' };
import { recordOf, withoutVersion } from './reply.ts';

const given = cases.given;
const read = (change: object = {}) => checked([recordOf({ ...given, ...change })]).records[0];

describe('preprint of Europe PMC', () => {
  it('is one work over its versions, dated by the first one', () => expect(read()).toMatchObject(cases.read));

  it.each([
    ['10.21203/rs.3.rs-12/v2', '10.21203/rs.3.rs-12'],
    ['10.22541/au.171.5/v1', '10.22541/au.171.5'],
    ['10.20944/preprints202506.1245.v1', '10.20944/preprints202506.1245'],
    ['10.26434/chemrxiv-2024-abc12-v3', '10.26434/chemrxiv-2024-abc12'],
    ['10.31234/osf.io/k2x5p_v1', '10.31234/osf.io/k2x5p'],
    ['10.12688/f1000research.12345.2', '10.12688/f1000research.12345'],
    ['10.2139/ssrn.4822123', '10.2139/ssrn.4822123'],
  ])('%s is a version of %s', (doi, work) => expect(withoutVersion(doi)).toBe(work));

  it('is dated no later than the day it was indexed', () =>
    expect(read({ versionList: undefined, firstPublicationDate: '2031-12-01' })!.availableOn).toBe(
      '2024-04-18',
    ));

  it.each([
    ['by its type', { pubTypeList: { pubType: ['Preprint', 'Preprint-withdrawal'] } }],
    ['by removal', { pubTypeList: { pubType: ['preprint-removal'] } }],
    ['by its title', { title: 'WITHDRAWN: Moss on roofs' }],
  ])('is withdrawn %s', (_, change) => expect(read(change)!.state).toBe('withdrawn'));

  it('names an asserted article, but no guess', () => {
    const link = { id: '38605817', source: 'MED', type: 'Preprint of' };
    const of = (one: object) => read({ commentCorrectionList: { commentCorrection: [one] } })!.identifiers;
    expect(of(link)).toContainEqual({ kind: 'pmid', value: '38605817' });
    const guess = { ...link, note: 'Link created based on a title-first author match' };
    expect(of(guess).map(({ kind }) => kind)).toEqual(['doi', 'doi']);
    expect(of({ ...link, type: 'Comment in' }).map(({ kind }) => kind)).toEqual(['doi', 'doi']);
  });
});
