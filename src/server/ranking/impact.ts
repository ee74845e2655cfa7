import type { PaperFacts } from './store.ts';

/** The most that impact can take from a paper's relevance: it orders papers of like relevance, no more. */
export const impactShare = 0.06;

/**
 * 0 to 1: how much weight a paper is likely to have, from its record and from an impact service where one has spoken.
 * A record that says nothing gets the middle.
 */
export function impactOf({ publicationTypes, journal, impact }: PaperFacts, recency: number): number {
  const kind = Math.max(...publicationTypes.map((type) => weightOfType.get(type.toLowerCase()) ?? 0.5), 0);
  const venue = journal ? 0.6 : 0.4;
  const record = publicationTypes.some((type) => slight.has(type.toLowerCase()))
    ? 0
    : (kind || 0.5) * 0.6 + venue * 0.4;
  const judged = impact === null ? record : 0.5 * record + 0.5 * impact;
  return 0.75 * judged + 0.25 * recency;
}

/** In PubMed's words (https://www.nlm.nih.gov/mesh/pubtypes.html), by how far a finding of the kind carries. */
const weightOfType = new Map([
  ['meta-analysis', 1],
  ['systematic review', 1],
  ['practice guideline', 1],
  ['guideline', 0.9],
  ['randomized controlled trial', 0.95],
  ['clinical trial, phase iii', 0.95],
  ['controlled clinical trial', 0.85],
  ['clinical trial', 0.8],
  ['multicenter study', 0.75],
  ['review', 0.7],
  ['journal article', 0.5],
  ['preprint', 0.4],
  ['case reports', 0.3],
]);

/** Not a finding of its own, whatever else the record calls it. */
const slight = new Set([
  'editorial',
  'letter',
  'comment',
  'news',
  'published erratum',
  'biography',
  'interview',
]);
