import { withCommas } from '../values/dates.ts';
import type { PaperInput } from './paper.ts';

/** One fact, and the words of the abstract that state it; null if the fact quotes them already. */
export type Fact = { text: string; quote: string | null };

/** The facts of a paper in reading order: design, sample size, population, preprint, registration. */
export function factsInOrder({
  facts = {},
  publicationTypes = [],
}: Pick<PaperInput, 'facts' | 'publicationTypes'>): Fact[] {
  const { design, n, population, registration } = facts;
  const studied = n && `n\u00a0=\u00a0${withCommas(n.value)} ${n.unit}`;
  const isNamed = population && n?.unit.toLowerCase() === population.name;
  return [
    design && { text: design.name, quote: design.quote },
    studied && { text: studied, quote: n.quote },
    population && !isNamed && { text: population.name, quote: population.quote },
    publicationTypes.includes('Preprint') && { text: 'preprint', quote: null },
    registration && { text: registration, quote: null },
  ].filter((one): one is Fact => Boolean(one));
}
