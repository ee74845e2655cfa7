/** What an impact service reports about one paper; null if unknown. */
export interface Figures {
  /** 0 to 1 among works of its field, year and type (`citation_normalized_percentile`). */
  percentile: number | null;
  /** Citations relative to the mean of its field, year and type; 1 is the world mean. */
  fwci: number | null;
  citations: number;
  /** Mean citations over two years of its journal (`2yr_mean_citedness`); null for repositories. */
  venue: number | null;
  /** Years since publication. */
  age: number;
}

/**
 * Impact of one paper, 0 to 1, .5 for an average one; null if nothing is known.
 *
 * Its field-normalized citations count as far as they are meaningful yet: a quarter with one citation, half with
 * three, fully after two years, when no citation is an answer too. The journal supplies the rest, because a paper of
 * this week has no citations and OpenAlex gives all of those percentile 0. A repository says nothing about quality,
 * so a paper without a journal gets the average there.
 */
export function impactFrom({ percentile, fwci, citations, venue, age }: Figures): number | null {
  const own = percentile ?? (fwci === null ? null : fwci / (fwci + 1));
  const trust = own === null ? 0 : Math.min(Math.max(citations / (citations + 3), age / 2, 0), 1);
  if (venue === null && trust < leastTrust) return null;
  return round(trust * clamp(own ?? 0) + (1 - trust) * (venue === null ? ordinary : standing(venue)));
}

/** .5 for a journal with three citations per paper in two years, .8 for twelve. */
const standing = (venue: number): number => Math.max(venue, 0) / (Math.max(venue, 0) + 3);

const ordinary = 0.5;
/** Reached with one citation, or after half a year. */
const leastTrust = 0.25;
const clamp = (share: number): number => Math.min(Math.max(share, 0), 1);
/** Three decimals, so that one more citation among hundreds does not cause reindexing. */
const round = (share: number): number => Math.round(share * 1000) / 1000;
