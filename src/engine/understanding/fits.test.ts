import { buildIndex } from '#test/inlineIndex.ts';
import { tokenize } from '../text/tokenize.ts';
import { alternativesFor } from './alternatives.ts';

const species = ['elm', 'oak', 'ash', 'fir', 'yew', 'ivy', 'fig'];
const texts = [
  ...species.map(
    (one) => `Prompts and refusals of chat models ${one}. AI safety of language models under attack.`,
  ),
  ...species.map(
    (one) => `Human values in chat models ${one}. AI alignment of language models under attack.`,
  ),
  ...species.flatMap((one) =>
    species.map(
      (other) => `Genome of ${one} and ${other}. Sequence alignment of genomes, LLM safety of ${one} reads.`,
    ),
  ),
  ...species.map(
    (one) => `Care of ${one} newborns. Newborn infants were weighed in the first month of life.`,
  ),
];
const { reader } = await buildIndex(
  texts.map((text, id) => ({
    ...{ id, title: text.split('. ')[0]!, abstract: text.split('. ')[1]! },
    ...{ source: 'pubmed' as const, journal: null, publicationTypes: [] },
    ...{ availableOn: '2026-03-01', firstSeenAt: id, impact: null, vector: null },
  })),
);

const namesOf = (topic: string, given: string[] = []) =>
  alternativesFor(reader, topic, tokenize(topic), given)
    .filter(({ from }) => from === 'group')
    .map(({ name }) => name);

describe('names of an aspect', () => {
  it('are those of its group that papers use, in the sense of the aspect and not wider', () => {
    expect(namesOf('newborns')).toEqual(['first month of life']);
    expect(namesOf('AI safety')).toEqual(['AI alignment']);
  });

  it('are also given from outside for the whole topic, and checked alike', () =>
    expect(namesOf('chat models', ['human values', 'sequence alignment', 'nowhere'])).toEqual([
      'human values',
    ]));
});
