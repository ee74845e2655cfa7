import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';

/** What a reader said of a paper for one search term: more like this, or not for me. */
export const verdicts = ['more', 'less'] as const;
export type Verdict = (typeof verdicts)[number];

/** Null takes it back. */
const saying = z.object({ verdict: z.enum(verdicts).nullable() });

export const judgedPaper = z.object({
  paperId: z.string(),
  title: z.string(),
  verdict: z.enum(verdicts),
  /** When the reader said so. */
  at: z.iso.datetime(),
});
export type JudgedPaper = z.infer<typeof judgedPaper>;

/** The paper a link of a mail is about, and what was said of it. */
export const linkedPaper = z.object({
  title: z.string(),
  term: z.string(),
  verdict: z.enum(verdicts).nullable(),
});
export type LinkedPaper = z.infer<typeof linkedPaper>;

const termId = z.object({ id: z.string().max(64) });
const link = z.object({ token: z.string().min(1).max(300) });

export const feedbackApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/search-terms/:id/feedback',
    access: 'session',
    summary: 'What the reader said of papers for this search term, the latest first.',
    params: termId,
    response: z.array(judgedPaper),
  }),
  say: endpoint({
    method: 'POST',
    path: '/api/search-terms/:id/feedback',
    access: 'session',
    summary:
      'More like this paper, not for me, or neither. The paper must have been in a digest of this term; the next digest is ranked by it.',
    params: termId,
    body: saying.extend({ paperId: z.string().max(32) }),
    response: saying,
  }),
  reset: endpoint({
    method: 'DELETE',
    path: '/api/search-terms/:id/feedback',
    access: 'session',
    summary: 'Forget everything the reader said of papers for this search term.',
    params: termId,
    response: done,
  }),
  readLink: endpoint({
    method: 'GET',
    path: '/api/feedback/:token',
    access: 'anyone',
    summary: 'The paper a link in a digest is about. Changes nothing.',
    params: link,
    response: linkedPaper,
  }),
  sayByLink: endpoint({
    method: 'POST',
    path: '/api/feedback/:token',
    access: 'anyone',
    summary: 'The same as saying it on the dashboard, by the link of a mail.',
    params: link,
    body: saying,
    response: linkedPaper,
  }),
} as const;
