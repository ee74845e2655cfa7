import { z } from 'zod';

/** What can happen to a work after it was first seen, in words. The corpus writes these names; digests, pages and the API read them. */
export const moments = {
  revised: 'Revised',
  'now-published': 'Now published',
  corrected: 'Corrected',
  concern: 'Expression of concern',
  retracted: 'Retracted',
  withdrawn: 'Withdrawn',
  reinstated: 'Reinstated',
} as const;
export type WorkEventKind = keyof typeof moments;
export const workEventKinds = Object.keys(moments) as WorkEventKind[];

/** Events of which readers who were sent the work hear by a mail of its own; of the others, in the topic's next digest. */
export const mailedKinds = ['corrected', 'concern', 'retracted', 'withdrawn', 'reinstated'] as const;
export type MailedMoment = (typeof mailedKinds)[number];

/** The label of a notice about a work that is still valid. */
export const standingNotice = z.enum(['corrected', 'concern']);
export type StandingNotice = z.infer<typeof standingNotice>;

/** What readers must know about such a work, in a sentence. */
export const noticeSentences: Record<StandingNotice, string> = {
  corrected: 'A correction of this work has been published. Please read it before you cite the work.',
  concern:
    'The journal has published an expression of concern about this work. Please read it before you rely on it.',
};
