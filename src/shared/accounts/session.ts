import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { moment } from '../values/fields.ts';

/** A session of the reader, described so that it can be recognized; its token is never shown. */
export const session = z.object({
  id: z.uuid(),
  /** Such as "Firefox on Windows"; null if unknown. */
  device: z.string().nullable(),
  /** Coarse network address, such as 203.0.113.0/24. */
  network: z.string().nullable(),
  createdAt: moment,
  lastSeenAt: moment,
  /** The session that made this call. */
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const sessionApi = {
  list: endpoint('GET /api/sessions', 'session', {
    summary: 'The reader’s sessions, newest first.',
    response: z.array(session),
  }),
  end: endpoint('DELETE /api/sessions/:id', 'session', { summary: 'End one of the reader’s sessions.' }),
  endOthers: endpoint('POST /api/sessions/end-others', 'session', { summary: 'End all other sessions.' }),
} as const;
