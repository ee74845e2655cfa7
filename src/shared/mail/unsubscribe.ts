import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';
import { day } from '../values/fields.ts';

const link = z.object({ token: z.string().min(1).max(200) });
/** `all=1` means every digest of the reader, not only the topic of the link. */
const scope = z.object({ all: z.literal('1').optional() });

export const unsubscribed = done.extend({
  /** The topic; null for all digests. */
  term: z.string().nullable(),
});
export type Unsubscribed = z.infer<typeof unsubscribed>;

export const unsubscribeApi = {
  about: endpoint('GET /api/unsubscribe/:token/about', 'anyone', {
    summary: 'The search term of a mail’s link. Changes nothing.',
    params: link,
    response: z.object({ term: z.string().nullable() }),
  }),
  read: endpoint('GET /api/unsubscribe/:token', 'anyone', {
    summary:
      'Unsubscribe, for the unsubscribe page’s own fetch only. Opened in any other way it changes nothing and leads to that page.',
    params: link,
    query: scope,
    response: unsubscribed,
  }),
  oneClick: endpoint('POST /api/unsubscribe/:token', 'anyone', {
    summary: 'Unsubscribe with one click (RFC 8058): no cookie, any body.',
    selfAuthenticated: true,
    params: link,
    query: scope,
    response: unsubscribed,
  }),
  undo: endpoint('POST /api/unsubscribe/:token/undo', 'anyone', {
    summary: 'Undo an unsubscription.',
    params: link,
    query: scope,
    response: unsubscribed,
  }),
  pause: endpoint('POST /api/unsubscribe/:token/pause', 'anyone', {
    summary:
      'Pause the search term of a mail’s link; with `resumeOn`, until that day in the reader’s time zone. The call above takes it back.',
    params: link,
    body: z.object({ resumeOn: day.nullish() }),
    response: unsubscribed,
  }),
} as const;
