import { z } from 'zod';

/** How readers who were sent a work hear of an event: as a paper in the topic's next digest, or by a separate mail. */
export type ToldBy = 'paper' | 'digest' | 'mail';

/** Everything that can happen to a work. The corpus writes these names; digests, pages, feeds and the API read them. */
export const moments = {
  new: { label: 'New', toldBy: 'paper' },
  revised: { label: 'Revised', toldBy: 'digest' },
  'now-published': { label: 'Now published', toldBy: 'digest' },
  corrected: { label: 'Corrected', toldBy: 'mail' },
  concern: { label: 'Expression of concern', toldBy: 'mail' },
  retracted: { label: 'Retracted', toldBy: 'mail' },
  withdrawn: { label: 'Withdrawn', toldBy: 'mail' },
  reinstated: { label: 'Reinstated', toldBy: 'mail' },
} as const satisfies Record<string, { label: string; toldBy: ToldBy }>;

export type Moment = keyof typeof moments;
/** An event after a work was first seen. */
export type WorkEventKind = Exclude<Moment, 'new'>;
/** Events announced in a separate mail. */
export type MailedMoment = {
  [M in Moment]: (typeof moments)[M]['toldBy'] extends 'mail' ? M : never;
}[Moment];

/** The events announced in this way. */
export const momentsToldBy = (way: ToldBy): Moment[] =>
  (Object.keys(moments) as Moment[]).filter((moment) => moments[moment].toldBy === way);

/** The label of a notice about a work that is still valid. */
export const standingNotice = z.enum(['corrected', 'concern']);
export type StandingNotice = z.infer<typeof standingNotice>;

/** What readers must know about such a work, in a sentence. */
export const noticeSentences: Record<StandingNotice, string> = {
  corrected: 'A correction of this work has been published. Please read it before you cite the work.',
  concern:
    'The journal has published an expression of concern about this work. Please read it before you rely on it.',
};
