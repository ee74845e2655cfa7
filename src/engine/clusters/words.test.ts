import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { wordsOfPaper } from './words.ts';

it.each([
  'CDK4/6 and BRCA1/2 inhibitors, 10mg or 5.5 mg daily',
  'anti-IL-6 (tocilizumab)-treated patients: TNFα, IL 6; 1,000 of 2,500.',
  "Crohn's disease, e.g. in the U.S. and/or abroad – non-COVID-19",
  'naïve Ångström 𝛼-synuclein is [18F]FDG+ and CD4+ at 37°C',
])('tells where each word of “%s” ends from the index as from the text', async (text) => {
  const paper = { id: 1, title: text, abstract: `${text} again ${text}` };
  const { reader } = await buildIndex([indexPaper(paper)]);
  const written = (of: Parameters<typeof wordsOfPaper>[1]) =>
    Object.values(wordsOfPaper(reader, of)).map(({ text: all, terms, starts, endOf }) =>
      terms.map((term, at) => [term, starts[at], all.slice(starts[at], endOf(at))]),
    );
  expect(written(paper)).toEqual(written({ ...paper, id: 2 }));
  expect(written(paper)[0]!.length).toBeGreaterThan(4);
});
