import type { Coverage } from '#shared/digests/digest.ts';

/** The filters name sources, and the preferences have turned off every one of them. */
export const noSourceLeft =
  'Every source that the filters of this topic keep to is turned off in your preferences: nothing was searched.';

/** Why a search brought nothing. `passedOver` papers were close enough, and did not pass the filters. */
export function nothingNew(days: number, filtered: string | null, passedOver: number): string {
  if (!passedOver || !filtered)
    return `Nothing in the last ${days} days was close enough to this topic. We keep looking.`;
  const papers = passedOver === 1 ? 'One paper' : `${passedOver} papers`;
  return `${papers} of the last ${days} days came close to this topic, but none passed its filters. ${filtered}`;
}

/** What a reader should know of a digest that lacks a source. */
export function partly(coverage: Coverage[]): string | null {
  const failed = coverage.filter(({ outcome, sentence }) => outcome === 'failed' && sentence);
  if (!failed.length) return null;
  return `${failed.map(({ sentence }) => sentence).join(' ')} What was missed comes with a later digest.`;
}
