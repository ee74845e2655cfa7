import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { dataExport } from '../../shared/leave.ts';
import { tokensOf } from '../apiTokens/tokens.ts';
import type { App } from '../app.ts';
import { emailDigests, searchTerms, subscriptionTracking, users } from '../db/schema.ts';
import { judgedPapers } from '../feedback/judged.ts';
import { feedSince } from '../feeds/secret.ts';
import type { Reader } from '../serve.ts';
import { preferencesOf } from './preferences.ts';
import { readerFrom, sessionsOf } from './session.ts';

/** Everything kept about the reader; hashes of passwords and tokens are the only things left out. */
export async function exportData(app: App, reader: Reader): Promise<z.input<typeof dataExport>> {
  const { db, config, now } = app;
  const [user] = await db.select().from(users).where(eq(users.id, reader.id));
  const terms = await db
    .select()
    .from(searchTerms)
    .where(and(eq(searchTerms.userId, reader.id), isNull(searchTerms.deletedAt)))
    .orderBy(asc(searchTerms.createdAt));
  const judged = await judgedPapers(
    app,
    terms.map(({ id }) => id),
  );
  const digests = await db
    .select()
    .from(emailDigests)
    .where(eq(emailDigests.userId, reader.id))
    .orderBy(desc(emailDigests.createdAt));
  const payments = await db
    .select()
    .from(subscriptionTracking)
    .where(eq(subscriptionTracking.userId, reader.id))
    .orderBy(asc(subscriptionTracking.createdAt));

  return {
    format: 'litwatch-export-1',
    exportedAt: now().toISOString(),
    account: { ...user!, ...readerFrom(user!, config), ...inWords(user!) },
    preferences: await preferencesOf(app, reader.id),
    searchTerms: terms.map((term) => ({
      ...term,
      ...inWords(term),
      judgedPapers: judged.get(term.id) ?? [],
    })),
    digests: digests.map((digest) => ({
      ...digest,
      ...inWords(digest),
      status: digest.status as 'sent',
    })),
    sessions: await sessionsOf(app, reader),
    apiTokens: await tokensOf(app, reader.id),
    feedSince: (await feedSince(app, reader.id))?.toISOString() ?? null,
    payments: payments.map((payment) => ({ ...payment, ...inWords(payment) })),
  };
}

type Worded<Row> = {
  [Key in keyof Row as NonNullable<Row[Key]> extends Date ? Key : never]: Row[Key] extends Date
    ? string
    : string | null;
};

/** The row's moments as ISO text. */
const inWords = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value instanceof Date ? [[name, value.toISOString()]] : [],
    ),
  ) as Worded<Row>;
