import type { ModelFailure } from '#ai/models.ts';
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

/** What a model judged for a digest. */
export function whatWasJudged(
  model: string,
  { judged, onTopic, hidden }: { judged: number; onTopic: number; hidden: number },
): string {
  const read = `${model} read ${judged === 1 ? 'one paper' : `${judged} papers`} and judged ${onTopic} of them to be on the topic.`;
  if (!hidden) return read;
  return `${read} ${hidden === 1 ? 'One close match that it judged' : `${hidden} close matches that it judged`} off the topic ${hidden === 1 ? 'is' : 'are'} not shown; the list of further matches begins with ${hidden === 1 ? 'it' : 'them'}.`;
}

/** A model's judgments contradicted the engine where it is right. */
export const notHeard = (model: string): string =>
  `${model} judged the papers, but its judgments did not fit the closest matches, so they were not used.`;

/** A model gave no judgments. */
export const notJudged = (model: string, failure: ModelFailure): string =>
  failure === 'budget'
    ? `No papers were judged by ${model}, because today’s budget for it is used up.`
    : `No papers were judged by ${model}, because it did not answer.`;
