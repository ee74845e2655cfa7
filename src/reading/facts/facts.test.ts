import { namedDesignOf } from './designNames.ts';
import cases from './facts.test.json' with { type: 'json' };
import { designOf, factsOf } from './facts.ts';

const read = (abstract: string, title = 'Moss and the heart', publicationTypes: string[] = []) =>
  factsOf({ title, abstract, publicationTypes });

describe('factsOf', () => {
  it('names a design and a number with the words that state them', () =>
    expect(
      read('We asked whether moss helps. We randomly assigned 412 adults to moss or placebo (NCT02149199).'),
    ).toEqual({
      design: {
        name: 'randomized trial',
        quote: 'We randomly assigned 412 adults to moss or placebo (NCT02149199).',
      },
      n: { value: 412, unit: 'adults', quote: '412 adults' },
      population: {
        name: 'adults',
        quote: 'We randomly assigned 412 adults to moss or placebo (NCT02149199).',
      },
      registration: 'NCT02149199',
    }));

  it('takes the number of people from a title that counts them', () => {
    const { n } = read('Of 9 volunteers, most ate moss.', 'Genome-wide study of moss in 82,707 individuals');
    expect(n).toEqual({ value: 82_707, unit: 'individuals', quote: '82,707 individuals' });
  });

  it('takes the design from the publication type of a record that names one', () =>
    expect(read('Moss grew in mice.', 'Moss', ['Journal Article', 'Review']).design).toEqual({
      name: 'review',
      quote: 'Review',
    }));

  it.each(cases.titles)('reads “%s” as a design', (title, abstract, design) =>
    expect(read(abstract, title).design?.name).toBe(design),
  );

  it.each(cases.abstracts)(
    'takes the design from the abstract’s own name for the study: %s',
    (abstract, design) => expect(read(abstract).design?.name).toBe(design),
  );

  it.each(cases.otherMeanings)(
    'takes no design from words with another meaning in their context: %s',
    (abstract, design) =>
      expect(namedDesignOf({ title: 'Moss', abstract, publicationTypes: [] })?.name).not.toBe(design),
  );

  it('states no animal study if no animal is named', () => {
    const abstract =
      'PD-1 immune checkpoint blockade provides significant clinical benefits for melanoma patients. We analyzed the somatic mutanomes and transcriptomes of pretreatment melanoma biopsies to identify factors that may influence innate sensitivity or resistance to anti-PD-1 therapy. Innately resistant tumors display a transcriptional signature, indicating concurrent up-expression of genes involved in mesenchymal transition, cell adhesion, angiogenesis, and wound healing.';
    const title =
      'Genomic and Transcriptomic Features of Response to Anti-PD-1 Therapy in Metastatic Melanoma.';
    expect(read(abstract, title).design?.name).not.toBe('animal study');
  });

  it('leaves out what the text does not state', () =>
    expect(read('Moss is green. It grew well in the year 2019.')).toEqual({}));

  it('quotes only the title, the abstract or the record', () => {
    const abstract = 'Moss is old. In this cohort of 1,040 women, moss eaters slept longer.';
    const { design, n } = read(abstract);
    expect(abstract).toContain(n!.quote);
    expect(abstract).toContain(design!.quote);
    expect(n!.value).toBe(1040);
  });

  it('states no number of people asked or of articles found', () => {
    const studied = (abstract: string) => read(abstract).n?.value ?? null;
    expect(studied('METHODS: A total of 68 nurses were randomly allocated to moss or placebo.')).toBe(68);
    expect(studied('RESULTS: Moss was measured in 1,040 women. Of these, 35 women fell ill.')).toBe(1040);
    expect(studied('METHODS: We searched PubMed. RESULTS: The search found 812 articles.')).toBeNull();
  });

  it('names the funding if the abstract does', () => {
    expect(read('Moss grew.\nFUNDING: The Moss Trust.').funding).toBe('The Moss Trust.');
    expect(read('Moss grew.').funding).toBeUndefined();
  });

  it('names no people as the population of an animal study', () =>
    expect(read('Moss slowed the heart of mice.', 'Moss in mice helps patients with a slow heart')).toEqual({
      design: { name: 'animal study', quote: 'Moss in mice helps patients with a slow heart' },
    }));

  it('leaves out the population if people and animals are both studied', () =>
    expect(read('We studied 40 patients. We also studied 12 mice.').population).toBeUndefined());
});

test.each(['states no design: %s', '__proto__', 'valueof'])(
  'the name of an inherited property states no design by itself: %s',
  (word) => {
    const abstract = `We wrote a ${word}. The ${word} calls another ${word}.`;
    expect(designOf({ title: 'Of code', abstract, publicationTypes: [] })).toBeNull();
  },
);
