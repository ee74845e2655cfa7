import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';
import { oneLine } from '../values/fields.ts';

/** A token that lets a reader's script read; the token itself is shown once, when it is created. */
export const apiToken = z.object({
  id: z.uuid(),
  /** A name given by the reader, such as "Notebook". */
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Accurate to ten minutes. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** Most tokens a reader may have. */
export const tokensAtMost = 20;

const tokenName = oneLine.pipe(
  z.string().min(1, 'Please give the token a name.').max(60, 'A name can be up to 60 characters long.'),
);

export const apiTokenApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/tokens',
    access: 'session',
    summary: 'The reader’s API tokens, newest first.',
    response: z.array(apiToken),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/tokens',
    access: 'session',
    summary: 'Create an API token. It is shown only in this response; it can read but not change anything.',
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
