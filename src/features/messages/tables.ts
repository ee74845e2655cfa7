import { sql } from 'drizzle-orm';
import { index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { emailDigests, ofReader, ofRow, ofTopic } from '#platform/db/schema.ts';
import type { ChannelDelivery, ChannelKind } from './contract.ts';

/** Where the digests of a topic go besides mail. */
export const channels = pgTable(
  'channels',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofReader(),
    searchTermId: ofTopic(),
    kind: text('kind').$type<ChannelKind>().notNull(),
    /** The part of the address that the reader is shown. */
    place: text('place').notNull(),
    /** Address, token and secrets, encrypted, because anyone who has the address can post there. */
    sealed: text('sealed').notNull(),
    formerSecretUntil: moment('former_secret_until'),
    /** Why nothing is sent there any more, in a sentence; null if it is active. */
    ended: text('ended'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('channels_user').on(t.userId), index('channels_term').on(t.searchTermId)],
);

/** The ledger of channels: each digest goes through each channel once. */
export const channelDeliveries = pgTable(
  'channel_deliveries',
  {
    /** Derived from channel and digest, so that a digest composed again has the same id. */
    id: uuid('id').primaryKey(),
    channelId: ofRow('channel_id', () => channels.id),
    /** Null for a test. */
    digestId: uuid('digest_id').references(() => emailDigests.id, { onDelete: 'cascade' }),
    status: text('status').$type<ChannelDelivery['status']>().notNull().default('pending'),
    attempts: smallint('attempts').notNull().default(0),
    /** Not tried before this time, and not enqueued by the sweep. */
    nextAttemptAt: moment('next_attempt_at'),
    claimedAt: moment('claimed_at'),
    claimedBy: uuid('claimed_by'),
    httpStatus: smallint('http_status'),
    problem: text('problem'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (t) => [
    uniqueIndex('channel_deliveries_once').on(t.channelId, t.digestId),
    index('channel_deliveries_digest').on(t.digestId),
    index('channel_deliveries_open').on(t.nextAttemptAt).where(sql`${t.status} in ('pending', 'sending')`),
  ],
);
