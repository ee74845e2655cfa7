import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { activityOf } from '#accounts/credentials/activity.ts';
import { readerFrom, sessionsOf } from '#accounts/credentials/session.ts';
import { preferencesOf } from '#accounts/preferences.ts';
import type { App } from '#kit/feature.ts';
import { emailDigests, readerPapers, searchTerms, subscriptionTracking, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import type { dataExport } from '#shared/privacy/leave.ts';
import { pluck } from '#shared/values/pick.ts';
import { judgedPapers } from '#topics/feedback/judgements.ts';

/** Everything stored about the reader, except the hashes of passwords and tokens. */
export async function exportData(app: App, reader: Reader): Promise<z.input<typeof dataExport>> {
  const { db, config, now } = app;
  const [user] = await db.select().from(users).where(eq(users.id, reader.id));
  const terms = await db
    .select()
    .from(searchTerms)
    .where(and(eq(searchTerms.userId, reader.id), isNull(searchTerms.deletedAt)))
    .orderBy(asc(searchTerms.createdAt));
  const judged = await judgedPapers(app, pluck(terms, 'id'));
  const digests = await db
    .select()
    .from(emailDigests)
    .where(eq(emailDigests.userId, reader.id))
    .orderBy(desc(emailDigests.createdAt));
  const answered = await db
    .select()
    .from(readerPapers)
    .where(eq(readerPapers.userId, reader.id))
    .orderBy(desc(readerPapers.changedAt), asc(readerPapers.paperId));
  const payments = await db
    .select()
    .from(subscriptionTracking)
    .where(eq(subscriptionTracking.userId, reader.id))
    .orderBy(asc(subscriptionTracking.createdAt));

  return {
    format: 'litwatch-export-1',
    exportedAt: now().toISOString(),
    account: { ...user!, ...readerFrom(user!, config) },
    preferences: await preferencesOf(app, reader.id),
    searchTerms: terms.map((term) => ({ ...term, judgedPapers: judged.get(term.id) ?? [] })),
    digests: digests.map((digest) => ({ ...digest, status: digest.status as 'sent' })),
    papers: answered.map(({ paperId, shown, ...row }) => ({
      ...row,
      paperId: String(paperId),
      title: shown.title,
      url: shown.url ?? null,
    })),
    sessions: await sessionsOf(app, reader),
    securityActivity: await activityOf(app, reader.id),
    payments,
    ...(await ofFeatures(app, reader.id)),
  };
}

/** What the features store, without fields that their shapes do not name. */
async function ofFeatures(app: App, userId: string): Promise<Record<string, unknown>> {
  const fields = app.features.flatMap(({ exported = {} }) => Object.entries(exported));
  const read = fields.map(async ([name, { shape, read }]) => [name, shape.parse(await read(app, userId))]);
  return Object.fromEntries(await Promise.all(read));
}
