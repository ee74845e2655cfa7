import type { ModelFailure } from '#ai/models.ts';

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
  `No papers were judged by ${model}, because ${reasonOf(failure)}.`;

/** A model wrote no summary. */
export const notWritten = (model: string, failure: ModelFailure): string =>
  `No summary was written by ${model}, because ${reasonOf(failure)}; its sentences are those of the abstracts.`;

const reasonOf = (failure: ModelFailure): string =>
  failure === 'budget' ? 'today’s budget for it is used up' : 'it did not answer';
