import { pieceKind } from './notices.ts';

const kindOf = (title: string, publicationTypes = ['Journal Article']) =>
  pieceKind({ title, publicationTypes });

describe('pieceKind', () => {
  it.each([
    ['correction', 'Erratum: Foraging rhythms of island lizards.'],
    ['correction', 'Correction to "Thermal bistability in resonators" [Optics 31 (2024) 1120].'],
    ['correction', 'Correction for Miller et al., Sleep and the spleen.'],
    ['correction', 'Foraging rhythms of island lizards [Corrigendum].'],
    ['correction', 'Foraging rhythms of island lizards – ERRATUM'],
    ['correction', '[Fe de erratas: Prevalencia de anemia].'],
    ['correction', 'Rectificatif : La migration des cigognes.'],
    ['correction', 'Исправление: Миграция аистов.'],
    ['correction', '勘误：鹳的迁徙'],
    ['correction', 'Fe de errores: La migración de las cigüeñas.'],
    ['correction', 'Helyesbítés: A gólyák vonulása.'],
    ['correction', 'Виправлення: Міграція лелек.'],
    ['correction', 'Ispravak: Seoba roda.'],
    ['retraction', 'Avis de rétractation : La migration des cigognes.'],
    ['retraction', 'Retraktion: Migration der Störche.'],
    ['retraction', 'RETRACTED ARTICLE: Voice recordings predict sepsis.'],
    ['retraction', 'Retraction notice to "Voice recordings predict sepsis" [Sci. 1 (2020) 1].'],
    ['retraction', 'Statement of Retraction: Voice recordings predict sepsis.'],
    ['withdrawal', 'WITHDRAWN: Antifungal lozenges for thrush.'],
    ['withdrawal', 'Withdrawal notice: Antifungal lozenges for thrush.'],
    ['concern', 'Editorial Expression of Concern: Stem cell patches.'],
    ['concern', 'Notice of concern on stem cell patches.'],
    ['publisher-note', 'Publisher’s Note: Phase slips in chains [Phys. Grain 12 (2023)].'],
    ['response', 'Author reply: Taxation of sweet drinks.'],
    ['response', 'Response to Vance et al. on proton therapy.'],
    ['response', 'Comment on “Universal scaling of crack fronts”.'],
    ['response', 'Re: Taxation of sweet drinks.'],
    ['editorial', 'Editorial: New horizons in plant electrophysiology.'],
  ])('recognizes a %s: %s', (kind, title) => expect(kindOf(title)).toBe(kind));

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
