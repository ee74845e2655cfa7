import { orList } from '../values/words.ts';
import type { Paper, Why } from './paper.ts';

/** Minimum relevance of each label, 0 to 1. */
const strong = 0.6;
const good = 0.4;

/**
 * How close a paper is to its topic, as a label before the figure. A paper that lacks a part of the topic is never a
 * strong match, and one that has under half of the parts only a possible one, whatever its score.
 */
export function matchWord(relevance: number, why?: Why): 'Strong match' | 'Good match' | 'Possible match' {
  const { aspects = [] } = why ?? {};
  const found = aspects.filter(({ missing }) => missing === null).length;
  if (relevance >= strong && found === aspects.length) return 'Strong match';
  return relevance >= good && found * 2 >= aspects.length ? 'Good match' : 'Possible match';
}

/** What keeps the match from being better: `nothing on “allergy”`, `by its title alone`; null if nothing does. */
export function lackInWords({ why, abstract }: Pick<Paper, 'why' | 'abstract'>): string | null {
  const missing = (why?.aspects ?? []).flatMap(({ missing }) =>
    missing ? [`“\u2068${missing}\u2069”`] : [],
  );
  if (missing.length) return `nothing on ${orList(missing)}`;
  return abstract?.trim() ? null : 'by its title alone';
}

/** `2 of 3 aspects`; null if that was not stored, or if the topic has only one. */
export function aspectsFound(why: Why | undefined): string | null {
  const { aspects = [] } = why ?? {};
  if (aspects.length < 2) return null;
  return `${aspects.filter(({ missing }) => missing === null).length} of ${aspects.length} aspects`;
}

/** `Strong match · 3 of 3 aspects`; for a followed thing why the paper belongs to it. */
export const matchInWords = ({ relevanceScore, why }: { relevanceScore: number; why?: Why }): string =>
  why?.belongs?.label ?? [matchWord(relevanceScore, why), aspectsFound(why)].filter(Boolean).join(' · ');

/**
 * The topic's aspects when the digest was made, read from its papers. Empty if they store none or disagree. Ignores papers
 * that returned with a change, because they may store the aspects of an earlier wording.
 */
export function aspectsAsked(papers: readonly Pick<Paper, 'note' | 'why'>[]): string[] {
  const told = papers.flatMap(({ note, why }) =>
    why?.aspects && note !== 'revised' && note !== 'now-published'
      ? [why.aspects.map(({ name }) => name)]
      : [],
  );
  const [first = []] = told;
  const agree = told.every(
    (names) => names.length === first.length && names.every((name, at) => name === first[at]),
  );
  return agree && first.length > 1 ? first : [];
}
