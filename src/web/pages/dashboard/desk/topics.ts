import type { DigestHead } from '#shared/digests/digest.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';

/** Whether a search is waiting or running. A paused topic waits for nothing. */
export const isOpen = ({ status, isActive }: Pick<SearchTerm, 'status' | 'isActive'>): boolean =>
  isActive && (status === 'pending' || status === 'processing');

/** Milliseconds until the topics are read again: two seconds while a search runs, longer after a failure, else never. */
export function topicsPoll(terms: readonly SearchTerm[] | undefined, failing: boolean): number | false {
  if (!terms?.some(isOpen)) return false;
  return failing ? 10_000 : 2000;
}

/** The same for digests while a mail is being sent: a fifth of the digest's age, since that may take hours. */
export function digestsPoll(
  digests: readonly Pick<DigestHead, 'status' | 'createdAt'>[] | undefined,
  now: number,
): number | false {
  const newest = digests?.find(({ status }) => status === 'pending' || status === 'sending');
  if (!newest) return false;
  const age = now - Date.parse(newest.createdAt);
  return Math.min(60_000, Math.max(2000, age / 5));
}

/** Topics whose search ended between two reads of the list. */
export const settledBetween = (
  before: readonly SearchTerm[] | undefined,
  after: readonly SearchTerm[] | undefined,
): SearchTerm[] =>
  (after ?? []).filter((term) => {
    const was = before?.find(({ id }) => id === term.id);
    return was && isOpen(was) && !isOpen(term);
  });

/** `Learned from 3 papers you liked, 1 you did not`; null without feedback. */
export function learnsFrom({ more, less }: SearchTerm['feedback'] = { more: 0, less: 0 }): string | null {
  const papers = (count: number) => `${count} ${count === 1 ? 'paper' : 'papers'}`;
  if (more) return `Learned from ${papers(more)} you liked${less ? `, ${less} you did not` : ''}`;
  return less ? `Learned from ${papers(less)} you did not like` : null;
}

/** The list with this topic: replacing its older state, or inserted by the day it was added. */
export function withTopic(terms: readonly SearchTerm[], term: SearchTerm): SearchTerm[] {
  if (terms.some(({ id }) => id === term.id)) return terms.map((one) => (one.id === term.id ? term : one));
  return [...terms, term].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}
