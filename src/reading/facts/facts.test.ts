import { designOf } from './design.ts';
import { namedDesignOf } from './designNames.ts';
import { factsOf } from './facts.ts';

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

  it.each([
    ['A trial of moss in 12 mice.', 'Moss slowed the heart.', 'animal study'],
    ['Moss: a case report', 'A man ate moss.', 'case report'],
    ['Moss at work: a systematic review', 'Moss was found.', 'systematic review'],
    [
      'Moss at work. A systematic overview of randomized controlled trials',
      'Moss was found.',
      'systematic review',
    ],
    ['Moss and tea: a review of their use', 'Data of double-blind trials were better with moss.', 'review'],
    ['Moss at work', 'This review summarizes a cross-sectional study of moss.', 'review'],
    ['A Critical Review of Moss', 'A cross-sectional study found moss.', 'review'],
    ['Moss and sleep: meta-analysis of randomised trials', 'Moss was found.', 'systematic review'],
  ])('reads “%s” as a design', (title, abstract, design) =>
    expect(read(abstract, title).design?.name).toBe(design),
  );

  it.each([
    ['Design: Case-control study using blood of 40 newborns. Moss was kept at birth.', 'case-control study'],
    [
      'Moss matters. We conducted a cross-sectional study of moss. Later all were followed.',
      'cross-sectional study',
    ],
    ['A single-armed phase I/II clinical trial recruited 24 patients with moss.', 'non-randomized trial'],
    ['Moss matters. Adults with hot roofs were randomly assigned to moss or tea.', 'randomized trial'],
    ['Moss matters. This narrative review of PubMed and Scopus weighs what is known.', 'review'],
    ['Moss matters. We did a prospective follow-up study of gardeners. Few fell ill.', 'cohort'],
    ['Moss matters. We conducted a multicenter, retrospective observational study of tea.', 'cohort'],
    [
      'Moss matters. This was a descriptive, cross-sectional, exploratory study of gardeners.',
      'cross-sectional study',
    ],
    ['Moss matters. We carried out a quasi-experimental study with two gardens.', 'non-randomized trial'],
    ['Moss matters. In a double-blind comparison, gardeners ate moss or hay.', 'randomized trial'],
    [
      'Twelve gardeners took part in interviews about moss. Three themes came up: green, soft, wet.',
      'survey or interviews',
    ],
  ])('takes the design from the abstract’s own name for the study: %s', (abstract, design) =>
    expect(read(abstract).design?.name).toBe(design),
  );

  it.each([
    [
      'Moss will be compared with hay in a double-blind garden by gardeners who will be paid.',
      'randomized trial',
    ],
    ['Mice ate moss or hay; the keepers were double-blinded. Mice liked moss.', 'randomized trial'],
    ['In a randomized comparison moss helped. Interviews showed three themes.', 'survey or interviews'],
    ['Gardeners were interviewed once. Moss weighed more than hay.', 'survey or interviews'],
  ])('takes no design from words with another meaning in their context: %s', (abstract, design) =>
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

describe('name of an inherited property', () => {
  it.each(['states no design: %s', '__proto__', 'valueof'])('states no design by itself: %s', (word) => {
    const abstract = `We wrote a ${word}. The ${word} calls another ${word}.`;
    expect(designOf({ title: 'Of code', abstract, publicationTypes: [] })).toBeNull();
  });
});
