import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { moment } from '../values/fields.ts';

/** A reader's feedback on a paper for one topic: more like this, or not for me. */
export const verdicts = ['more', 'less'] as const;
export type Verdict = (typeof verdicts)[number];

/** Null removes the feedback. */
const saying = z.object({ verdict: z.enum(verdicts).nullable() });

export const judgedPaper = z.object({
  paperId: z.string(),
  title: z.string(),
  verdict: z.enum(verdicts),
  /** When the feedback was given. */
  at: moment,
});
export type JudgedPaper = z.infer<typeof judgedPaper>;

/** The paper that a link in a mail is about, and the feedback on it. */
const verdict = z.enum(verdicts).nullable();
export const linkedPaper = z.object({ title: z.string(), term: z.string(), verdict });
export type LinkedPaper = z.infer<typeof linkedPaper>;

export const feedbackApi = {
  list: endpoint('GET /api/search-terms/:id/feedback', 'session', {
    summary: 'The reader’s feedback on papers of this search term, newest first.',
    response: z.array(judgedPaper),
  }),
  say: endpoint('POST /api/search-terms/:id/feedback', 'session', {
    summary:
      'Give feedback on a paper: more like this, not for me, or neither. The paper must have been in a digest of this search term; the next digest uses it.',
    body: saying.extend({ paperId: z.string().max(32) }),
    response: saying,
  }),
  reset: endpoint('DELETE /api/search-terms/:id/feedback', 'session', {
    summary: 'Remove all feedback of the reader on this search term.',
  }),
  readLink: endpoint('GET /api/feedback/:token', 'anyone', {
    costs: 'link',
    summary: 'The paper that a feedback link is about. Changes nothing.',
    params: z.object({ token: z.string().min(1).max(300) }),
    response: linkedPaper,
  }),
} as const;
