import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { ofReader } from '#platform/db/schema.ts';

/** The secret in the address of a reader's Atom feeds. There is one at a time; a new one replaces it. */
export const feeds = pgTable('feeds', {
  userId: ofReader().primaryKey(),
  secretHash: text('secret_hash').notNull().unique(),
  createdAt: moment('created_at').notNull(),
});
