import type { PgTable } from 'drizzle-orm/pg-core';
import { emailDigests, papers, searchTerms, sessions, users } from '#platform/db/schema.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';

// Rows as calls would leave them, for tests that need one without the call. What is not given is plausible.

type Rows = Pick<Platform, 'db' | 'now'>;

export async function addRow<Table extends PgTable>(
  { db }: Pick<Rows, 'db'>,
  table: Table,
  values: Table['$inferInsert'],
): Promise<Table['$inferSelect']> {
  const [row] = await db.insert<PgTable>(table).values(values).returning();
  return row!;
}

export const addUser = (
  app: Pick<Rows, 'db'>,
  email: string,
  given: Partial<typeof users.$inferInsert> = {},
) => addRow(app, users, { email, passwordHash: '-', isEmailVerified: true, ...given });

/** Signs a reader in for a week; `token` is the cookie's value. */
export async function addSession(
  app: Rows,
  userId: string,
  given: Partial<typeof sessions.$inferInsert> = {},
) {
  const [token, at] = [newToken(), app.now()];
  const expiresAt = new Date(at.getTime() + 7 * 86_400_000);
  const times = { createdAt: at, lastSeenAt: at, expiresAt };
  const { id } = await addRow(app, sessions, { userId, tokenHash: hashToken(token), ...times, ...given });
  return { token, id };
}

export const addTopic = (
  app: Pick<Rows, 'db'>,
  userId: string,
  term: string,
  given: Partial<typeof searchTerms.$inferInsert> = {},
) => addRow(app, searchTerms, { userId, term, termKey: term, ...given });

export const addPaper = (app: Rows, given: Partial<typeof papers.$inferInsert> = {}) =>
  addRow(app, papers, {
    ...{ source: 'arxiv', sourceId: crypto.randomUUID(), title: 'Moss', url: 'https://example.org/moss' },
    ...{ availableOn: '2026-03-01', firstSeenAt: app.now(), changedAt: app.now(), ...given },
  });

export const addDigest = (app: Rows, userId: string, given: Partial<typeof emailDigests.$inferInsert> = {}) =>
  addRow(app, emailDigests, {
    ...{ userId, digestType: 'weekly', papersData: [], searchTerm: 'moss', subject: 'moss', content: '' },
    ...{ periodStart: app.now(), periodEnd: app.now(), ...given },
  });
