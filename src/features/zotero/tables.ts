import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { ofPaper, ofReader, ofRow, ofTopic } from '#platform/db/schema.ts';

/** A reader's connection to Zotero, and the lease of the process that sends to it. */
export const zoteroAccounts = pgTable('zotero_accounts', {
  userId: ofReader().primaryKey(),
  /** The key, encrypted. */
  sealed: text('sealed').notNull(),
  username: text('username').notNull(),
  /** `users/1` or `groups/42`. */
  library: text('library').notNull(),
  libraryName: text('library_name').notNull(),
  collection: text('collection'),
  collectionName: text('collection_name'),
  /** Papers kept after this time are sent there; null if kept papers are not sent. */
  keptSince: moment('kept_since'),
  ended: text('ended'),
  problem: text('problem'),
  claimedAt: moment('claimed_at'),
  claimedBy: uuid('claimed_by'),
  attempts: smallint('attempts').notNull().default(0),
  nextAttemptAt: moment('next_attempt_at'),
  createdAt: moment('created_at').notNull(),
});

const ofAccount = () => ofRow('user_id', () => zoteroAccounts.userId);

/** Topics whose papers all go to Zotero. */
export const zoteroTopics = pgTable(
  'zotero_topics',
  {
    searchTermId: ofTopic().primaryKey(),
    userId: ofAccount(),
    since: moment('since').notNull(),
  },
  (t) => [index('zotero_topics_user').on(t.userId)],
);

/** The ledger of Zotero: each paper is sent there once, whether it was kept or came in a digest. */
export const zoteroPapers = pgTable(
  'zotero_papers',
  {
    userId: ofAccount(),
    paperId: ofPaper(),
    status: text('status').$type<'pending' | 'sent' | 'failed'>().notNull().default('pending'),
    problem: text('problem'),
    /** Where it went; null before the first try. */
    library: text('library'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.paperId] }),
    index('zotero_papers_paper').on(t.paperId),
    index('zotero_papers_open').on(t.userId).where(sql`${t.status} = 'pending'`),
  ],
);
