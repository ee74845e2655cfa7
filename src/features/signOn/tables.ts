import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { ofReader } from '#platform/db/schema.ts';

/** An account elsewhere with which a reader signs in: its provider, and its name there. */
export const externalAccounts = pgTable(
  'external_accounts',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: ofReader(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('external_accounts_user').on(t.userId)],
);
