import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';

/** A place where the reader is signed in, as it can be recognised: the token itself is shown to nobody. */
export const session = z.object({
  id: z.uuid(),
  /** Such as "Firefox on Windows"; null when the browser did not say. */
  device: z.string().nullable(),
  /** Coarse network address, such as 203.0.113.0/24. */
  network: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** The session of this very call. */
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const sessionApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/sessions',
    access: 'session',
    summary: 'Where the reader is signed in, the latest first.',
    response: z.array(session),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/sessions/:id',
    access: 'session',
    summary: 'Sign out in one of these places.',
    params: z.object({ id: z.string().max(64) }),
    response: done,
  }),
  endOthers: endpoint({
    method: 'POST',
    path: '/api/sessions/end-others',
    access: 'session',
    summary: 'Sign out everywhere but here.',
    response: done,
  }),
} as const;
