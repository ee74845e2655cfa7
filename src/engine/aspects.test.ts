import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import type { Topic } from './core/types.ts';

const paper = (id: number, title: string, abstract: string, publicationTypes: string[] = []) =>
  indexPaper({ id, title, abstract, publicationTypes });

const library = [
  ...['mice', 'wheat', 'soil', 'rivers', 'zebrafish'].map((of, i) =>
    paper(i + 10, `Gut microbiome of ${of}`, `The gut microbiome, T cells, X chromosome of ${of}.`),
  ),
  paper(1, 'The gut microbiome in children with asthma', 'Children with asthma were followed.'),
  paper(2, 'Gut microbiome and asthma', 'Adults were followed in a pulmonary clinic.'),
  paper(3, 'The gut in asthma', 'A study of pediatric patients.'),
  paper(5, 'Stem cells in asthma', 'Chromosome 17 of the cells was sequenced.'),
  paper(4, 'Intensive care of asthma', 'Patients in the ICU with asthma.', ['Case Reports']),
];

const aspectsOf = async (text: string, id: number) => {
  const index = await buildIndex(library);
  const topic: Topic = { text, expansion: [], liked: [], disliked: [], vector: null };
  const found = index.rank(topic, { sources: new Set(sourceNames) }, { limit: 20, floor: 0 });
  return found.find((one) => one.id === id)?.why.aspects;
};

describe('aspects in a paper’s explanation', () => {
  it('name each idea, the phrases that cover it, and what is missing', async () => {
    expect(await aspectsOf('gut microbiome children asthma', 1)).toEqual([
      { name: 'gut microbiome', words: ['gut microbiome in children with asthma'], missing: null },
      { name: 'children', words: ['gut microbiome in children with asthma'], missing: null },
      { name: 'asthma', words: ['gut microbiome in children with asthma'], missing: null },
    ]);
    expect(await aspectsOf('gut microbiome children asthma', 2)).toEqual([
      { name: 'gut microbiome', words: ['Gut microbiome and asthma'], missing: null },
      { name: 'children', words: [], missing: 'children' },
      { name: 'asthma', words: ['Gut microbiome and asthma'], missing: null },
    ]);
  });

  it('name the missing words of a name, and accept other names for it', async () =>
    expect(await aspectsOf('gut microbiome children asthma', 3)).toEqual([
      { name: 'gut microbiome', words: ['gut in asthma'], missing: 'microbiome' },
      { name: 'children', words: ['pediatric'], missing: null },
      { name: 'asthma', words: ['gut in asthma'], missing: null },
    ]));

  it.each(['T cells', 'X chromosome'])('name all of a name of which a letter is missing: %s', async (name) =>
    expect((await aspectsOf(`${name} asthma`, 5))![0]).toMatchObject({ name, missing: name }),
  );

  it('count a group joined by OR and a quoted phrase as one aspect each', async () => {
    expect(await aspectsOf('(ICU OR clinic) asthma', 2)).toEqual([
      { name: 'ICU or clinic', words: ['clinic'], missing: null },
      { name: 'asthma', words: ['asthma'], missing: null },
    ]);
    expect(await aspectsOf('"followed in a pulmonary clinic" gut', 2)).toEqual([
      { name: 'followed in a pulmonary clinic', words: ['followed in a pulmonary clinic'], missing: null },
      { name: 'gut', words: ['Gut'], missing: null },
    ]);
  });

  it('leave out a kind of document, which is a condition', async () =>
    expect(await aspectsOf('case reports of intensive care asthma', 4)).toEqual([
      { name: 'intensive care', words: ['Intensive care of asthma'], missing: null },
      { name: 'asthma', words: ['Intensive care of asthma'], missing: null },
    ]));

  it.each(['asthma', 'asthma zeolites'])(
    'are absent for a topic of one idea, without words that no paper has: %s',
    async (text) => expect(await aspectsOf(text, 2)).toBeUndefined(),
  );
});
