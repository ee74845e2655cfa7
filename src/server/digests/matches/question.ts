import type { Work } from '#corpus/works/works.ts';
import type { WhyNot, WhyNotOutcome } from '#shared/digests/closeMatches.ts';
import { dateInWords } from '#shared/values/dates.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { RunContext } from '../run/context.ts';
import type { matchedDigest } from './more.ts';

/** A question about one paper of one digest. */
export interface Question {
  digest: Awaited<ReturnType<typeof matchedDigest>>;
  topic: TopicRow;
  context: RunContext;
  work: Work;
  /** The work's id and those of works that were merged into it. */
  ids: ReadonlySet<number>;
}

/** What became of the paper. */
export type Answer = Pick<WhyNot, 'outcome' | 'because' | 'remedy'> &
  Partial<Pick<WhyNot, 'relevanceScore' | 'place'>>;

/** An answer without figures. */
export const said = (outcome: WhyNotOutcome, because: string, remedy: string | null = null): Answer => ({
  outcome,
  because,
  remedy,
});

/** A day in the reader's zone: `Sun 29 Mar 2026`. */
export const dayIn = ({ reader: { preferences } }: Pick<RunContext, 'reader'>, moment: Date): string =>
  dateInWords(moment, { zone: preferences.timeZone, weekday: true });

/** What a topic's words are looked for in. */
export const textOf = ({ title, abstract }: { title: string; abstract?: string | null }): string =>
  `${title}. ${abstract ?? ''}`;
