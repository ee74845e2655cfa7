import cases from './notices.test.json' with { type: 'json' };
import { pieceKind, withoutLabel } from './notices.ts';

const kindOf = (title: string, publicationTypes = ['Journal Article']) =>
  pieceKind({ title, publicationTypes });

describe('pieceKind', () => {
  it.each(cases.pieces)('recognizes a %s: %s', (kind, title) => expect(kindOf(title)).toBe(kind));

  it.each([
    'Erratum. Cardiac risk in runners',
    'Addendum to Gravity of moons',
    'Letter to the Editor in Response to “Moss”',
    'Notice of Retraction and Replacement: Moss',
    'Author reply to “Moss”',
    'Letter by Berg et al Regarding Article, "Moss".',
    'Response by Okafor and Berg to Letter Regarding Article, "Moss".',
    'Technical comment on Moss of the north',
    'Correction: The moss of the north',
  ])('takes a notice for one: %s', (title) => expect(kindOf(title)).not.toBeNull());

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
    'Response by T cells to lettered antigens.',
    'Letter by letter: reading without a lexicon.',
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
    'Errata in drug labels: a cross-sectional study',
    'Corrigenda and addenda in nursing journals',
    'Expressions of concern in biomedical journals',
    'Retraction notice quality in anaesthesia journals',
    'Retracted: how fraud spreads through meta-analyses',
    'Letters to the editor as a tool of review',
    'Author response times in peer review',
    'Withdrawal: a study of young adults leaving opioids',
    'Response to “watch and wait” in rectal cancer',
  ])('takes a paper for a paper: %s', (title) => expect(kindOf(title)).toBeNull());

  it('goes by the publication type where there is one', () => {
    expect(kindOf('Brown fat in voles.', ['Published Erratum'])).toBe('correction');
    expect(kindOf('Statins and runners.', ['Letter', 'Comment'])).toBe('response');
    expect(kindOf('Curcumin in beagles.', ['Retraction of Publication'])).toBe('retraction');
  });
});

it.each([
  'Correction. Moss on roofs: a study of walls.',
  '[Retracted] Moss on roofs: a study of walls.',
  'Correction: Ahlgren et al. Moss on roofs: a study of walls.',
  'Erratum zu „Moss on roofs: a study of walls“.',
  'Retraction—Moss on roofs: a study of walls',
  'Moss on roofs: a study of walls [Corrigendum].',
  'Moss on roofs: a study of walls – ERRATUM',
  'Expression of Concern for J. Stein et al., “Moss on roofs: a study of walls”',
  'Moss on roofs: a study of walls.',
])('withoutLabel finds the title of the work in %s', (title) =>
  expect(withoutLabel(title).replace(/\.$/, '')).toBe('Moss on roofs: a study of walls'),
);
