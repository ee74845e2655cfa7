/** What an impact service says of one paper; null where it says nothing. */
export interface Figures {
  /** 0 to 1 among works of its field, year and type (`citation_normalized_percentile`). */
  percentile: number | null;
  /** Citations over those expected of its field, year and type; 1 is the world's mean. */
  fwci: number | null;
  citations: number;
  /** Mean citations in two years of what its journal published (`2yr_mean_citedness`); null for repositories. */
  venue: number | null;
  /** Years since it appeared. */
  age: number;
}

/**
 * 0 to 1 from the figures of one paper, .5 for an ordinary one; null when they say nothing.
 *
 * How it is cited beside its field counts as far as that means anything yet: with one citation a quarter, with
 * three a half, and after two years wholly, for then no citation is an answer too. The rest is its journal's,
 * because a paper of this week has no citations, and all of those are given percentile 0.
 * A repository stands for no quality: what is in none but such counts as ordinary beside its citations.
 */
export function impactFrom({ percentile, fwci, citations, venue, age }: Figures): number | null {
  const own = percentile ?? (fwci === null ? null : fwci / (fwci + 1));
  const trust = own === null ? 0 : Math.min(Math.max(citations / (citations + 3), age / 2, 0), 1);
  if (venue === null && trust < leastTrust) return null;
  return round(trust * clamp(own ?? 0) + (1 - trust) * (venue === null ? ordinary : standing(venue)));
}

/** A journal whose papers are cited three times in two years stands in the middle, one with twelve at .8. */
const standing = (venue: number): number => Math.max(venue, 0) / (Math.max(venue, 0) + 3);

const ordinary = 0.5;
/** One citation, or half a year. */
const leastTrust = 0.25;
const clamp = (share: number): number => Math.min(Math.max(share, 0), 1);
/** Three decimals: a citation more among hundreds is no change that the index need be told of. */
const round = (share: number): number => Math.round(share * 1000) / 1000;
