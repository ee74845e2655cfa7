import fc from 'fast-check';
import { tokenize } from './tokenize.ts';

const stems = (text: string) =>
  tokenize(text)
    .map(({ stem, isSynonym }) => (isSynonym ? `+${stem}` : stem))
    .join(' ');

describe('tokenize', () => {
  it.each([
    // Hyphens: the words, and the joined spelling as a synonym.
    ['meta-analysis', 'meta analysi +metaanalysi'],
    ['meta–analyses', 'meta analysi +metaanalysi'],
    ['state-of-the-art', 'state art +stateoftheart'],
    ['1995–2003', '1995 2003'],
    // Gene, protein and virus names.
    ['CRISPR-Cas9', 'crispr cas9 +crisprcas9'],
    ['CRISPR/Cas9', 'crispr cas9'],
    ['IL-6', 'il 6 +il6'],
    ['IL 6', 'il 6 +il6'],
    ['IL6', 'il6'],
    ['SARS-CoV-2', 'sar cov 2 +sarscov2'],
    ['BRCA1/2', 'brca1 brca2'],
    ['CDK4/6 inhibitors', 'cdk4 cdk6 inhibit'],
    ['PD-1/PD-L1', 'pd 1 +pd1 pd l1 +pdl1'],
    ['type 2 diabetes', 'type 2 +type2 diabet'],
    ['T-cell', 't cell +tcell'],
    ['5′-UTR', '5 utr'],
    // Greek letters, alone or within a name.
    ['TNF-α', 'tnf alpha +tnfalpha'],
    ['TNFα', 'tnf alpha +tnfalpha'],
    ['TNF-alpha', 'tnf alpha +tnfalpha'],
    ['TGF-β1', 'tgf beta1 +tgfbeta1'],
    ['𝛼-helix', 'alpha helix +alphahelix'],
    // Compatibility forms, accents, apostrophes.
    ['ﬁbrosis', 'fibros'],
    ['CO₂', 'co2'],
    ['Sjögren’s', 'sjogren'],
    ["Parkinson's disease", 'parkinson diseas'],
    ['Ｂａｓｅ', 'base'],
    // Numbers and units.
    ['10mg', '10 mg'],
    ['10 mg', '10 mg'],
    ['2.45 GHz', '2.45 ghz'],
    ['31,236', '31236'],
    ['3D', '3d'],
    ['5 μg', '5 ug'],
    ['5 µg', '5 ug'],
    // Inflection, and plurals that no suffix rule covers.
    ['mice', 'mous'],
    ['bacteria', 'bacteri'],
    ['hypotheses', 'hypothes'],
    ['LLMs', 'llm'],
    ['mRNAs', 'mrna'],
    // Stop words produce no tokens.
    ['e.g. the', ''],
    ['', ''],
  ])('returns for %j the tokens %j', (text, expected) => expect(stems(text)).toBe(expected));

  it.each([
    ['tumour', 'tumor'],
    ['behavioural', 'behavioral'],
    ['haemorrhage', 'hemorrhage'],
    ['anaemia', 'anemia'],
    ['ischaemic', 'ischemic'],
    ['oedema', 'edema'],
    ['oestrogen', 'estrogen'],
    ['paediatrics', 'pediatrics'],
    ['foetal', 'fetal'],
    ['diarrhoea', 'diarrhea'],
    ['modelling', 'modeling'],
    ['labelled', 'labeled'],
    ['randomised', 'randomized'],
    ['characterisation', 'characterization'],
    ['analysed', 'analyzed'],
    ['fibre', 'fiber'],
    ['sulphate', 'sulfate'],
  ])('treats %s and %s as one word', (british, american) => expect(stems(british)).toBe(stems(american)));

  it.each(['exercise', 'disease', 'four', 'falling', 'precise', 'noise', 'source', 'promising'])(
    'keeps %s as a word of its own',
    (word) => expect(stems(word)).not.toMatch(/z|^for$|^fal$|^sorc$/),
  );

  it('returns the position of each token in the text', () => {
    const text = 'Base editing with CRISPR-Cas9.';
    expect(tokenize(text).map(({ from, to }) => text.slice(from, to))).toEqual([
      'Base',
      'editing',
      'CRISPR',
      'Cas9',
      'CRISPR-Cas9',
    ]);
  });

  it('accepts any text, stays inside it, and counts positions up', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        let position = -1;
        for (const token of tokenize(text)) {
          expect(token.stem.length).toBeGreaterThan(0);
          expect(token.from).toBeLessThan(token.to);
          expect(token.to).toBeLessThanOrEqual(text.length);
          expect(token.position).toBe(token.isSynonym ? position : position + 1);
          position = token.position;
        }
      }),
    ));
});
