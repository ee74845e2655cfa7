import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';
import { oneLine } from '../values/fields.ts';

/** A token by which a reader's own script may read; the token itself is shown once, when it is made. */
export const apiToken = z.object({
  id: z.uuid(),
  /** What the reader calls it, such as "Notebook". */
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** To within ten minutes. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** A reader has at most this many. */
export const tokensAtMost = 20;

const tokenName = oneLine.pipe(
  z.string().min(1, 'Please give the token a name.').max(60, 'A name can be up to 60 characters long.'),
);

export const apiTokenApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/tokens',
    access: 'session',
    summary: 'The reader’s tokens for scripts, the newest first.',
    response: z.array(apiToken),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tokens',
    access: 'session',
    summary: 'Make a token for a script. The answer shows it this once; it reads and changes nothing.',
    body: z.object({ name: tokenName }),
    response: apiToken.extend({ token: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/tokens/:id',
    access: 'session',
    summary: 'Revoke a token, at once.',
    params: z.object({ id: z.string().max(64) }),
    response: done,
  }),
} as const;
