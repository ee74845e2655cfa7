import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { ofReader, ofRow, papers } from '#platform/db/schema.ts';
import type { ImportFormat, ImportOutcome, Reference } from './contract.ts';

/** References that a reader imported, looked up in the background. Finished imports are kept for 30 days. */
export const shelfImports = pgTable(
  'shelf_imports',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofReader(),
    format: text('format').$type<ImportFormat>().notNull(),
    /** Tags for every paper of the import. */
    tag: text('tag'),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
    /** A sentence for the reader if a source does not answer. */
    detail: text('detail'),
    /** Nothing is looked up before this time. */
    waitsUntil: moment('waits_until'),
    /** Rounds that ended because a source did not answer. */
    failures: integer('failures').notNull().default(0),
    claimedAt: moment('claimed_at'),
    claimedBy: uuid('claimed_by'),
  },
  (t) => [
    index('shelf_imports_user').on(t.userId, t.createdAt),
    // A reader has one at a time.
    uniqueIndex('shelf_imports_running').on(t.userId).where(sql`${t.finishedAt} is null`),
  ],
);

/** One reference of an import. */
export const shelfImportItems = pgTable(
  'shelf_import_items',
  {
    importId: ofRow('import_id', () => shelfImports.id),
    /** From 1, in the order given. */
    place: integer('place').notNull(),
    /** Its title, or the line as the reader wrote it. */
    label: text('label').notNull(),
    reference: jsonb('reference').$type<Reference>().notNull(),
    /** Sources that were asked and do not have it. */
    asked: text('asked').array().notNull().default([]),
    /** Whether the corpus was searched for it. */
    isMatched: boolean('is_matched').notNull().default(false),
    outcome: text('outcome').$type<ImportOutcome>(),
    reason: text('reason'),
    paperId: bigint('paper_id', { mode: 'number' }).references(() => papers.id, { onDelete: 'set null' }),
  },
  (t) => [primaryKey({ columns: [t.importId, t.place] }), index('shelf_import_items_paper').on(t.paperId)],
);
