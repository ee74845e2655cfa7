import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { emailDigests, ofReader } from '#platform/db/schema.ts';

/** Public pages: of a digest, or of the papers on a reader's shelf with one tag. */
export const shares = pgTable(
  'shares',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofReader(),
    /** Hash of the token in the address. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The token, encrypted, so that its owner can see the address again. */
    sealed: text('sealed').notNull(),
    digestId: uuid('digest_id').references(() => emailDigests.id, { onDelete: 'cascade' }),
    tag: text('tag'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    unique('shares_once').on(t.userId, t.digestId, t.tag).nullsNotDistinct(),
    index('shares_digest').on(t.digestId),
  ],
);
