import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { heedReply } from '#mail/heedReply.ts';
import { emailDigests } from '#platform/db/schema.ts';
import type { SignedInCall } from '#platform/http/route.ts';
import { enqueue, TryLater } from '#platform/queue/queues.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { digestApi } from '#shared/digests/digest.ts';
import { pick } from '#shared/values/pick.ts';
import { topicKey } from '#topics/topic/topic.ts';
import { findRecipient, mailedColumns, mailOf } from './message.ts';

/**
 * Enqueues a digest of one of the reader's topics to be sent again: the given one, or the newest. At most three an hour.
 * @throws AppError if there is no such digest, or if mail to the reader is blocked
 */
export async function resendDigest(
  app: App,
  { body, reader, network }: SignedInCall<typeof digestApi.resend>,
) {
  if (app.config.mail.isOff) throw new AppError('unavailable', 'This server sends no mail.');
  const rows = await app.db
    .select(pick(emailDigests, 'id searchTerm searchTermId userId'))
    .from(emailDigests)
    .where(and(eq(emailDigests.userId, reader.id), inArray(emailDigests.status, ['sent', 'kept', 'refused'])))
    .orderBy(desc(emailDigests.createdAt));
  const wanted = rows.find(
    ({ id, searchTerm }) =>
      searchTerm &&
      topicKey(searchTerm) === topicKey(body.searchTerm) &&
      (body.digestId === undefined || id === body.digestId),
  );
  if (!wanted) throw new AppError('not_found', 'There is no digest for this search term yet.');
  const to = await findRecipient(app, wanted);
  if (!to || to.blocked) throw new AppError('conflict', to?.blocked ?? 'This account is closed.');
  await limit(app, 'resend', { account: reader.id, network });
  await enqueue(app, 'resend-digest', { digestId: wanted.id, mailId: randomUUID() });
  return {
    message: `The digest for “${wanted.searchTerm}” is on its way to ${reader.email}.`,
    searchTerm: wanted.searchTerm!,
  };
}

/**
 * Sends the mail of a digest once more, with the same papers and sentences.
 * @throws TryLater if the mail server asks to retry later
 */
export async function sendAgain(
  app: App,
  { digestId, mailId }: { digestId: string; mailId: string },
): Promise<void> {
  const [digest] = await app.db.select(mailedColumns).from(emailDigests).where(eq(emailDigests.id, digestId));
  const to = digest && (await findRecipient(app, digest));
  if (!to || to.blocked) return;
  // The job runs again if a process died after the mail server had accepted the mail.
  if (await app.mailer.has(mailId)) return;
  const answer = await heedReply(
    app,
    to.user.email,
    await app.mailer.send(await mailOf(app, digest, to, { id: mailId })),
  );
  if (answer.outcome === 'later') throw new TryLater(answer.response);
  if (answer.outcome === 'refused')
    app.log.warn({ digest: digestId, response: answer.response }, 'a resent digest was refused');
}
