import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, moment } from '#platform/db/columns.ts';
import { ofReader } from '#platform/db/schema.ts';

/** What a browser's passkey is about to sign, once. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  /** Of the challenge, its purpose, and the cookie or session of the browser that asked. */
  hash: text('hash').primaryKey(),
  expiresAt: moment('expires_at').notNull(),
});

/** Public keys of readers' passkeys (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofReader(),
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytes('public_key').notNull(),
    /** How often it has signed, by its device's count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull().default([]),
    name: text('name').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);
