import { withCommas } from '../values/dates.ts';
import { capitalize } from '../values/plainText.ts';
import type { PaperFacts, PaperInput } from './paper.ts';

/** Designs from strongest to weakest evidence, each with its plural. */
const plurals: [one: NonNullable<PaperFacts['design']>['name'], many: string][] = [
  ['systematic review', 'systematic reviews'],
  ['randomized trial', 'randomized trials'],
  ['non-randomized trial', 'non-randomized trials'],
  ['cohort', 'cohorts'],
  ['case-control study', 'case-control studies'],
  ['cross-sectional study', 'cross-sectional studies'],
  ['case report', 'case reports'],
  ['survey or interviews', 'surveys or interview studies'],
  ['animal study', 'animal studies'],
  ['in vitro study', 'in vitro studies'],
  ['computational study', 'computational studies'],
  ['review', 'reviews'],
];

/** Rank of a paper's design, from 0 for the strongest. Papers without a stated design come last. */
export function strengthRank(facts: PaperFacts | undefined): number {
  const at = plurals.findIndex(([one]) => one === facts?.design?.name);
  return at < 0 ? plurals.length : at;
}

/**
 * The strength of evidence in a sentence that counts designs: `Two randomized trials and one cohort; three
 * preprints.` Null unless papers state designs that differ: ten computational studies are no evidence to weigh.
 */
export function strengthOf(papers: readonly Pick<PaperInput, 'facts' | 'publicationTypes'>[]): string | null {
  const stated = plurals.flatMap(([one, many]) => {
    const own = papers.filter(({ facts }) => facts?.design?.name === one).length;
    return own ? [`${numberInWords(own)} ${own === 1 ? one : many}`] : [];
  });
  if (stated.length < 2) return null;
  const preprints = papers.filter(({ publicationTypes }) => publicationTypes?.includes('Preprint')).length;
  const posted =
    preprints && preprints < papers.length
      ? `; ${numberInWords(preprints)} ${preprints === 1 ? 'preprint' : 'preprints'}`
      : '';
  return capitalize(`${lists.format(stated)}${posted}.`);
}

const lists = new Intl.ListFormat('en', { type: 'conjunction' });
const numberWords = 'zero one two three four five six seven eight nine ten'.split(' ');
/** `three`, `27` */
export const numberInWords = (count: number): string => numberWords[count] ?? withCommas(count);
