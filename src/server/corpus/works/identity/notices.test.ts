import cases from './notices.test.json' with { type: 'json' };
import { pieceKind } from './notices.ts';

const kindOf = (title: string, publicationTypes = ['Journal Article']) =>
  pieceKind({ title, publicationTypes });

describe('pieceKind', () => {
  it.each(cases.pieces)('recognizes a %s: %s', (kind, title) => expect(kindOf(title)).toBe(kind));

  it.each([
    'Error correction codes for noisy DNA storage.',
    'Correction of scoliosis by growth rods.',
    'Correction for attenuation in PET without CT.',
    'Correction to normal gait after casting takes two years.',
    'Retraction of the axon precedes synapse loss.',
    'Retraction: mechanics of the growth cone under load'.replace('Retraction:', 'Retraction forces:'),
    'Retractions in surgery journals: an analysis of 400 articles.',
    'Withdrawal of life support in neonatal units.',
    'Withdrawal symptoms after antidepressants: a cohort.',
    'Response to levodopa: the gut microbiome.',
    'Response to treatment in lobular breast cancer.',
    'Comments on social media predict vaccine uptake.',
    'Concern about falling and gait speed.',
    'Editorial policies on data sharing.',
    'Reply behavior in captive marmosets.',
    'Letter recognition in the ventral stream.',
    'Commentary tracks and film memory.',
    'Note taking and recall in medical students.',
    'Removal of ureteral stents by magnets.',
    'Berichtigungsstrategien beim Lesen.',
    'Retraktion der Lunge nach Drainage.',
    'Ispravak vida u djece.',
  ])('takes a paper for a paper: %s', (title) => expect(kindOf(title)).toBeNull());

  it('goes by the publication type where there is one', () => {
    expect(kindOf('Brown fat in voles.', ['Published Erratum'])).toBe('correction');
    expect(kindOf('Statins and runners.', ['Letter', 'Comment'])).toBe('response');
    expect(kindOf('Curcumin in beagles.', ['Retraction of Publication'])).toBe('retraction');
  });
});
