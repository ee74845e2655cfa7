import { z } from 'zod';

/** How a reader who was sent a work hears of a moment: as a paper, in the topic's next digest, or by a mail of its own. */
export type ToldBy = 'paper' | 'digest' | 'mail';

/** A line for each thing that can happen to a work. The corpus writes them; digests, mails, feeds, pages and the API read these names. */
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
/** What happens to a work after it was first seen. */
export type WorkEventKind = Exclude<Moment, 'new'>;
/** Moments of which a mail of their own tells. */
export type MailedMoment = {
  [M in Moment]: (typeof moments)[M]['toldBy'] extends 'mail' ? M : never;
}[Moment];

/** The moments that readers are told of in this way. */
export const momentsToldBy = (way: ToldBy): Moment[] =>
  (Object.keys(moments) as Moment[]).filter((moment) => moments[moment].toldBy === way);

/** What a notice says of a work that still stands. */
export const standingNotice = z.enum(['corrected', 'concern']);
export type StandingNotice = z.infer<typeof standingNotice>;

/** What a reader has to know of such a work, in a sentence. */
export const noticeSentences: Record<StandingNotice, string> = {
  corrected: 'A correction of this work has been published. Please read it before you cite the work.',
  concern:
    'The journal has published an expression of concern about this work. Please read it before you rely on it.',
};
