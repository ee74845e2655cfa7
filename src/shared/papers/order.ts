import type { PaperInput } from './paper.ts';
import { strengthRank } from './strength.ts';

/** The orders in which a digest's papers can be read. */
export const paperOrders = [
  { name: 'match', label: 'Best match' },
  { name: 'evidence', label: 'Evidence' },
  { name: 'newest', label: 'Newest' },
] as const;
export type PaperOrder = (typeof paperOrders)[number]['name'];

type Ordered = Pick<PaperInput, 'facts' | 'publishedOn'>;

/**
 * The places of a digest's papers in an order: papers of equal rank stay as they match, and what does not state its design
 * or its day comes last.
 */
export function placesIn(papers: readonly Ordered[], order: PaperOrder): number[] {
  const places = papers.map((_, at) => at);
  if (order === 'match') return places;
  const rank = ({ facts, publishedOn }: Ordered) =>
    order === 'evidence' ? strengthRank(facts) : -(publishedOn ? Date.parse(publishedOn) : 0);
  // Sorting is stable.
  return places.sort((one, other) => rank(papers[one]!) - rank(papers[other]!));
}
