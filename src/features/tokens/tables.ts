import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { ofReader } from '#platform/db/schema.ts';
import { tokenScopes } from './contract.ts';

/** API tokens for a reader's scripts. The token was shown once and is not stored. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofReader(),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    scope: text('scope', { enum: tokenScopes }).notNull().default('read'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    expiresAt: moment('expires_at'),
  },
  (t) => [index('api_tokens_user').on(t.userId)],
);
