import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { digestApi } from '../../shared/digest.ts';
import { AppError } from '../../shared/errors.ts';
import type { App } from '../app.ts';
import { emailDigests } from '../db/schema.ts';
import { limit } from '../limits.ts';
import { enqueue } from '../queues.ts';
import { termKey } from '../searchTerms/term.ts';
import type { SignedInCall } from '../serve.ts';
import { addressee } from './addressee.ts';
import { TryLater } from './deliver.ts';
import { headersFor } from './outgoing.ts';

/** Asks for the newest digest of one of the reader's topics to be sent again, as it was. Three an hour. */
export async function resendDigest(
  app: App,
  { body, reader, network }: SignedInCall<typeof digestApi.resend>,
) {
  const rows = await app.db
    .select({
      id: emailDigests.id,
      searchTerm: emailDigests.searchTerm,
      searchTermId: emailDigests.searchTermId,
      userId: emailDigests.userId,
    })
    .from(emailDigests)
    .where(and(eq(emailDigests.userId, reader.id), inArray(emailDigests.status, ['sent', 'kept', 'refused'])))
    .orderBy(desc(emailDigests.createdAt));
  const newest = rows.find(
    ({ searchTerm }) => searchTerm && termKey(searchTerm) === termKey(body.searchTerm),
  );
  if (!newest) throw new AppError('not_found', 'There is no digest for this search term yet.');
  const to = await addressee(app, newest);
  if (!to || to.blocked) throw new AppError('conflict', to?.blocked ?? 'This account is closed.');
  await limit(app, 'resend', { account: reader.id, network });
  await enqueue(app, 'resend-digest', { digestId: newest.id, mailId: randomUUID() });
  return {
    message: `The digest for “${newest.searchTerm}” is on its way to ${reader.email}.`,
    searchTerm: newest.searchTerm!,
  };
}

/** Sends the stored mail of a digest once more. */
export async function sendAgain(
  app: App,
  { digestId, mailId }: { digestId: string; mailId: string },
): Promise<void> {
  const [digest] = await app.db.select().from(emailDigests).where(eq(emailDigests.id, digestId));
  const to = digest && (await addressee(app, digest));
  if (!to || to.blocked) return;
  const answer = await app.mailer.send({
    id: mailId,
    to: to.email,
    subject: digest.subject,
    html: digest.content,
    text: digest.contentText,
    headers: headersFor(app, digest),
  });
  if (answer.outcome === 'later') throw new TryLater(answer.response);
  if (answer.outcome === 'refused')
    app.log.warn({ digest: digestId, response: answer.response }, 'a resent digest was refused');
}
