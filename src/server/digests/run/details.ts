import { listed } from '#mail/layout/words.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import { type SourceName, sourceLabels } from '#shared/papers/sources.ts';

/** Every source the filters allow is turned off in the preferences. */
export const noSourceEnabled =
  "This topic's filters allow only sources that you have turned off in your preferences, so nothing was searched.";

/** Why a search found nothing. `passedOver` is the number of relevant papers that did not pass the filters. */
export function nothingNew(days: number, filtered: string | null, passedOver: number): string {
  if (!passedOver || !filtered)
    return `Nothing in the last ${days} days was close enough to this topic. We keep looking.`;
  const papers = passedOver === 1 ? 'One paper' : `${passedOver} papers`;
  return `${papers} of the last ${days} days matched this topic, but none passed its filters. ${filtered}`;
}

/** The sentence for a digest that lacks a source; null if none is missing. */
export function missingSources(coverage: readonly Coverage[]): string | null {
  const failed = coverage.filter(({ outcome, sentence }) => outcome === 'failed' && sentence);
  if (!failed.length) return null;
  return `${failed.map(({ sentence }) => sentence).join(' ')} Anything missed will be in a later digest.`;
}

/** The sentence for days in which nothing was found while sources were behind. */
export const lookedAgain = (sources: readonly SourceName[]): string =>
  `${namesOf(sources)} could not be read in full, so your next digest looks through these days again.`;

/** Why a digest that is due is not ready yet. */
export const waitingFor = (sources: readonly SourceName[]): string =>
  `Waiting for ${namesOf(sources)} to be read. The digest comes within four hours either way.`;

const namesOf = (sources: readonly SourceName[]): string =>
  listed(sources.map((source) => sourceLabels[source]));
