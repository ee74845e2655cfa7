import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint.ts';
import { moment, oneLine } from '#shared/values/fields.ts';

/** What a token may do: read topics, digests and papers, or also rate papers for a topic. */
export const tokenScopes = ['read', 'judge'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** A token for a reader's script or language model. The token itself is shown once, on creation. */
export const apiToken = z.object({
  id: z.uuid(),
  /** A name given by the reader, such as "Notebook". */
  name: z.string(),
  scope: z.enum(tokenScopes),
  createdAt: moment,
  /** Accurate to ten minutes. */
  lastUsedAt: moment.nullable(),
  /** When it expires; null for never. */
  expiresAt: moment.nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** Maximum number of tokens per reader. */
export const tokensAtMost = 20;

const tokenName = oneLine.pipe(
  z.string().min(1, 'Please give the token a name.').max(60, 'A name can be up to 60 characters long.'),
);

export const apiTokenApi = {
  list: endpoint('GET /api/tokens', 'session', {
    summary: 'The reader’s API tokens, newest first.',
    response: z.array(apiToken),
  }),
  create: endpoint('POST /api/tokens', 'session', {
    summary:
      'Create an API token, shown only in this response. With the scope `judge` it may also rate papers, by the Model Context Protocol.',
    body: z.object({
      name: tokenName,
      scope: z.enum(tokenScopes).default('read'),
      /** Days until it expires; null for never. */
      days: z.int().min(1).max(366).nullable().default(null),
    }),
    response: apiToken.extend({ token: z.string() }),
  }),
  revoke: endpoint('DELETE /api/tokens/:id', 'session', { summary: 'Revoke a token, at once.' }),
} as const;
