import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { users } from '#platform/db/schema.ts';

/** A link with which one person can sign up; the row has only its hash. */
export const invitations = pgTable('invitations', {
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: text('token_hash').notNull().unique(),
  /** Whom it is for, as its creator wrote it. */
  note: text('note').notNull(),
  madeBy: uuid('made_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  revokedAt: moment('revoked_at'),
});
