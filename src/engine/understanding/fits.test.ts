import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { findMatches } from '../index/matcher.ts';
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
    (one) => `Gait in ${one} trials. Parkinson's disease (PD) and anxiety disorder dystonia (ADD).`,
  ),
  ...species.map((one) => `PD therapy with ${one}. Tremor at rest was scored.`),
  ...species.map((one) => `PD-1 and PD-L1 in ${one} melanoma. Adding a PD-1 antibody, PD-L1 was blocked.`),
  ...species.map((one) => `PD catheters of ${one}. Peritoneal dialysis (PD) at home: PD was safe.`),
  ...species.map((one) => `PV cells of ${one}. Inhibitory PV interneurons shape the cortex.`),
  'A solar cell. A solar cell was made.',
  ...species.map(
    (one) => `Care of ${one} newborns. Newborn infants were weighed in the first month of life.`,
  ),
];
const { reader } = await buildIndex(
  texts.map((text, id) => indexPaper({ id, title: text.split('. ')[0]!, abstract: text.split('. ')[1]! })),
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

  it('are its abbreviation as papers write it, where it stands for itself and for that', () => {
    const found = (topic: string) =>
      alternativesFor(reader, topic, tokenize(topic)).flatMap(({ from, name, matcher }) =>
        from === 'abbreviation'
          ? [[name, [...findMatches(reader, matcher).docIds].map((id) => texts[id]!.slice(0, 5))]]
          : [],
      );
    // Not in PD-1 and PD-L1, not for dialysis, and no verb.
    expect(found("Parkinson's disease")).toEqual([
      ['PD', expect.toSatisfy((at: string[]) => new Set(at).size === 2)],
    ]);
    expect(found('anxiety disorder dystonia')).toEqual([['ADD', species.map(() => 'Gait ')]]);
  });

  it('are no abbreviation of a group in a library that hardly has what it stands for', () =>
    expect(namesOf('solar cell')).toEqual([]));

  it('are also given from outside for the whole topic, and checked alike', () =>
    expect(namesOf('chat models', ['human values', 'sequence alignment', 'nowhere'])).toEqual([
      'human values',
    ]));
});
