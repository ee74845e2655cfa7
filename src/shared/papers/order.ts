import type { PaperInput } from './paper.ts';
import { strengthRank } from './strength.ts';

/** The sort orders of a digest's papers. */
export const paperOrders = [
  { name: 'match', label: 'Best match' },
  { name: 'evidence', label: 'Evidence' },
  { name: 'newest', label: 'Newest' },
] as const;
export type PaperOrder = (typeof paperOrders)[number]['name'];

type Ordered = Pick<PaperInput, 'facts' | 'publishedOn'>;

/** The positions of a digest's papers in a sort order. Ties stay by relevance; papers without the value come last. */
export function placesIn(papers: readonly Ordered[], order: PaperOrder): number[] {
  const places = papers.map((_, at) => at);
  if (order === 'match') return places;
  const rank = ({ facts, publishedOn }: Ordered) =>
    order === 'evidence' ? strengthRank(facts) : -(publishedOn ? Date.parse(publishedOn) : 0);
  // Sorting is stable.
  return places.sort((one, other) => rank(papers[one]!) - rank(papers[other]!));
}
