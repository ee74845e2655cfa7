import type { Work } from '#corpus/works/works.ts';
import type { WhyNot, WhyNotOutcome } from '#shared/digests/closeMatches.ts';
import { dateInWords } from '#shared/values/dates.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { RunContext } from '../run/context.ts';
import type { matchedDigest } from './more.ts';

/** A reader's question why a paper is not in a digest. */
export interface Question {
  digest: Awaited<ReturnType<typeof matchedDigest>>;
  topic: TopicRow;
  context: RunContext;
  work: Work;
  /** The ids of the work and of the works merged into it. */
  ids: ReadonlySet<number>;
}

/** The answer: what happened to the paper. */
export type Answer = Pick<WhyNot, 'outcome' | 'because' | 'remedy'> &
  Partial<Pick<WhyNot, 'relevanceScore' | 'place'>>;

/** An answer without figures. */
export const said = (outcome: WhyNotOutcome, because: string, remedy: string | null = null): Answer => ({
  outcome,
  because,
  remedy,
});

/** A day in the reader's time zone: `Sun 29 Mar 2026`. */
export const dayIn = ({ reader: { preferences } }: Pick<RunContext, 'reader'>, moment: Date): string =>
  dateInWords(moment, { zone: preferences.timeZone, weekday: true });

/** The text in which a topic's words are looked up. */
export const textOf = ({ title, abstract }: { title: string; abstract?: string | null }): string =>
  `${title}. ${abstract ?? ''}`;
