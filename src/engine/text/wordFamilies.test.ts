import { tokenize } from './tokenize.ts';

const stemOf = (word: string) => tokenize(word).map(({ stem }) => stem);

describe('familyOf', () => {
  it.each([
    // An agent, its action, and the adjective.
    ['editor', 'editing', 'edited'],
    ['inhibitor', 'inhibitory', 'inhibition', 'inhibits'],
    ['activator', 'activation', 'activated'],
    ['regulatory', 'regulation', 'regulator'],
    ['inflammatory', 'inflammation'],
    ['biosensor', 'biosensing'],
    ['superconductor', 'superconducting', 'superconductivity'],
    ['predictor', 'prediction'],
    ['solver', 'solving'],
    ['smoker', 'smoking'],
    ['respiratory', 'respiration'],
    // A method, and its adjective.
    ['endoscopy', 'endoscopic'],
    ['echocardiography', 'echocardiographic'],
    ['symmetry', 'symmetric'],
    ['classify', 'classification'],
    // A disease or process, and its adjective.
    ['thrombosis', 'thrombotic'],
    ['osteoporosis', 'osteoporotic'],
    ['diagnosis', 'diagnoses', 'diagnostic', 'diagnosed'],
    ['metastasis', 'metastatic', 'metastases'],
    ['ischaemia', 'ischemic'],
    ['hyperlipidemia', 'hyperlipidemic'],
    ['catalysis', 'catalyst', 'catalytic', 'catalyse'],
    ['asthma', 'asthmatic'],
    ['virus', 'viral'],
    ['epithelium', 'epithelial'],
    ['bacteria', 'bacterium', 'bacterial'],
    ['molecule', 'molecular'],
    // Nouns that change the verb's stem.
    ['reduction', 'reduce'],
    ['absorption', 'absorb'],
    ['treatment', 'treat'],
    ['RNA-seq', 'RNA-sequencing'],
  ])('gives %s and its relatives the same stem', (word, ...others) => {
    const stem = stemOf(word)[0];
    const [, last] = stemOf(word);
    for (const other of others) expect([stem, last]).toEqual([stemOf(other)[0], stemOf(other)[1]]);
  });

  it.each([
    ['receptor', 'receptive'],
    ['effector', 'effect'],
    ['vector', 'vect'],
    ['factor', 'fact'],
    ['sector', 'sect'],
    ['cancer', 'canc'],
    ['water', 'wat'],
    ['center', 'cent'],
    ['fiber', 'fib'],
    ['tumor', 'tum'],
    ['motor', 'mot'],
    ['marker', 'marking'],
    ['director', 'direct'],
    ['processor', 'process'],
    ['laboratory', 'labor'],
    ['observatory', 'observation'],
    ['auditory', 'audit'],
    ['trajectory', 'traject'],
    ['inspiratory', 'inspiration'],
    ['electrolyte', 'electrolysis'],
    ['antibiotic', 'antibiosis'],
    ['robotic', 'robos'],
    ['genetic', 'genesis'],
    ['inertia', 'inert'],
    ['polite', 'policy'],
    ['county', 'count'],
    ['sodium', 'soda'],
  ])('keeps %s and %s apart', (word, other) => expect(stemOf(word)).not.toEqual(stemOf(other)));
});
