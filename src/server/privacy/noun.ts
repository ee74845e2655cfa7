import { asc, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { removeAccount } from '#accounts/cleanup.ts';
import { activityOf, deviceName, originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requirePassword, requireProof } from '#accounts/credentials/proof.ts';
import { closeSession, readerFrom, sessionsOf } from '#accounts/credentials/session.ts';
import { preferencesOf } from '#accounts/preferences.ts';
import { type App, feature } from '#kit/feature.ts';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { emailDigests, readerPapers, subscriptionTracking, users } from '#platform/db/schema.ts';
import { type Reader, serveReader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { limit } from '#platform/rateLimits.ts';
import { type dataExport, leaveApi } from '#shared/privacy/leave.ts';
import { pluck } from '#shared/values/pick.ts';
import { judgedPapers } from '#topics/feedback/judgements.ts';
import { topicsOf } from '#topics/topic/topic.ts';

/** Data export and account deletion. */
export const privacy = feature({
  name: 'privacy',
  routes: [
    serveReader(leaveApi.exportData, async (app, call) => {
      const { reader, http } = call;
      await requireProof(app, reader);
      await limit(app, 'export', { account: reader.id });
      http.header('Content-Disposition', 'attachment; filename="litwatch-data.json"');
      const data = await exportData(app, reader);
      await recordActivity(app, reader.id, 'data-exported', { from: originOf(call) });
      await notifyOfExport(app, reader, deviceName(http.req.header('user-agent')));
      return data;
    }),
    serveReader(leaveApi.deleteAccount, async (app, { body, reader, http }) => {
      await deleteAccount(app, reader, body.password ?? '');
      await closeSession(app, http);
      return { message: 'Your account has been deleted.' };
    }),
  ],
});

/**
 * Deletes the reader's account after checking the password, and confirms it by a last mail.
 * @throws AppError `forbidden` for a wrong password, `limited`.
 */
export async function deleteAccount(app: App, reader: Reader, password: string): Promise<void> {
  await requirePassword(app, reader, password);
  await transaction(app, async (app) => {
    const [user] = await app.db.select().from(users).where(eq(users.id, reader.id)).for('update');
    if (!user) return;
    await removeAccount(app, user);
    await enqueueMail(app, 'account-deleted', user.email, {
      at: app.now().toISOString(),
      subscriptionEnded: user.stripeSubscriptionId !== null,
    });
  });
}

/** Tells the owner by mail that their data was exported, because somebody else may have done it. */
export const notifyOfExport = (app: App, { email }: Reader, device: string | null): Promise<void> =>
  enqueueMail(app, 'data-exported', email, {
    at: app.now().toISOString(),
    device,
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
  });

/** Everything stored about the reader, except the hashes of passwords and tokens. */
export async function exportData(app: App, reader: Reader): Promise<z.input<typeof dataExport>> {
  const { db, config, now } = app;
  const [user] = await db.select().from(users).where(eq(users.id, reader.id));
  const terms = await topicsOf(app, reader.id);
  const judged = await judgedPapers(app, pluck(terms, 'id'));
  const own = db.select().from(emailDigests).where(eq(emailDigests.userId, reader.id));
  const digests = await own.orderBy(desc(emailDigests.createdAt));
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
