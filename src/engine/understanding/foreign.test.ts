import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { translationOf } from './foreign.ts';
import { readWords } from './reading.ts';

describe('German compound', () => {
  it('is split only into known parts', () => {
    expect(translationOf('Darmmikrobiom')).toBe('gut microbiome');
    expect(translationOf('Herzkrankheit')).toBe('heart disease');
    expect(translationOf('Schlaganfallbehandlung')).toBe('stroke treatment');
    expect(translationOf('Knieschmerzen')).toBe('knee pain');
    expect(translationOf('Mathematikunterricht')).toBe('mathematics teaching');
  });

  it('is given up quickly if it repeats one part and ends wrong', () => {
    const before = performance.now();
    expect(translationOf(`${'herz'.repeat(24)}q`)).toBeNull();
    expect(translationOf(`${'herz'.repeat(70)}q`)).toBeNull();
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

describe('topic in another language', () => {
  it.each([
    ['cancer du poumon', 'lung cancer'],
    ['maladie de Parkinson', "Parkinson's disease"],
    ['Impfung gegen Grippe', 'influenza vaccination'],
    ["vaccino contro l'influenza", 'influenza vaccine'],
    ['ziekte van Parkinson', "Parkinson's disease"],
    ['de novo lung cancer', 'de novo lung cancer'],
    ['alergias alimentarias', 'food allergy'],
    ['énergies renouvelables', 'renewable energy'],
    ['influenza bij jongeren', 'influenza adolescents'],
    ['griep tijdens allergie', 'influenza during allergy'],
    ['alergia pela influenza', 'allergy influenza'],
    ['grippe des personnes âgées à domicile', 'at home older people influenza'],
    ['asma en no fumadores', 'asthma non-smokers'],
    ['Heuschnupfen', 'hay fever'],
    ['énergie renouvelable', 'renewable energy'],
    ['cancro nel polmone', 'lung cancer'],
    ['mal della schiena', 'back pain'],
    ['tumore nella mammella', 'breast cancer'],
    ['vitamine D bij kinderen', 'vitamin D children'],
    ['hépatite A chez les enfants', 'hepatitis A children'],
    ['Allergien bei Kindern', 'allergy children'],
    ['úlceras em crianças', 'ulcer children'],
    ['HIV-Infektion bei Kindern', 'HIV infection children'],
    ['Corona-Impfung bei Kindern', 'COVID-19 vaccination children'],
    ['Haendehygiene im Krankenhaus', 'hand hygiene hospital'],
    ['vaccinatie bij jongern', 'vaccination adolescents'],
    ['ospedalli con bambini', 'hospital children'],
    ['navigation des robots', 'robots navigation'],
    ['qualità dell’aria in scuole', 'air quality in school'],
    ['douleurs fantômes chez les enfants', 'phantom limb pain children'],
    ['ojos vagos en niños', 'amblyopia children'],
    ['Vitamin D children', 'Vitamin D children'],
    ['Impfung junger Menschen', 'vaccination young people'],
    ['vaccinazione delle persone anziane', 'older people vaccination'],
    ['Impfungen bei jungen Menschen', 'vaccination young people'],
    ['infezioni resistenti', 'resistant infection'],
    ['malattie negli ospedali', 'disease hospital'],
    ['imagens em crianças', 'image children'],
    ['hepatitis in de zee', 'hepatitis in ocean'],
    ['raíces del bosque', 'forest root'],
    ['bossen bij ziekenhuizen', 'forest hospital'],
    ['Impfung aus Krankenhaus', 'vaccination hospital'],
    ['come vaccinare i bambini', 'vaccinating children'],
    ['a multiple sclerosis patient', 'a multiple sclerosis patient'],
    ['cachorras e gatas', 'dog cat'],
    ['vitamin e hospital', 'vitamin e hospital'],
    ['Bacon and Botulism', 'Bacon and Botulism'],
    ['the solo lung cancer patients', 'the solo lung cancer patients'],
    ['coral reefs in sol', 'coral reefs in sol'],
  ])('is read in English order: %s', async (typed, english) => {
    const words =
      "lung cancer, Parkinson's disease, influenza vaccination, influenza vaccine, maladie, novo, food allergy, renewable energy, adolescents, bij, tijdens, vitamin D, hepatitis A, back pain, hospital, at home, asthma in non-smokers, young people, older people, resistant, infection, disease, image, forest, root, ocean, zee, multiple sclerosis, phantom limb pain, amblyopia, dog, cat";
    const { reader } = await buildIndex(
      Array.from({ length: 6 }, (_, id) => indexPaper({ id, title: `${words} ${id}` })),
    );
    expect(readWords(reader, typed).text).toBe(english);
  });
});
