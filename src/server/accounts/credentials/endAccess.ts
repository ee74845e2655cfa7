import { eq } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { users } from '#platform/db/schema.ts';
import { uuidBytes, uuidOf } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { readToken, signToken } from '#platform/signedLink.ts';
import { AppError } from '#shared/contract/errors.ts';
import { dayMs, timeAfter } from '#shared/values/time.ts';
import { type Origin, recordActivity } from './activity.ts';

/** How long the link in the mail works. */
const validMs = 30 * dayMs;
const accountBytes = 16;
const timeBytes = 6;

/**
 * What still reads or receives for an account without its password, in words (`the API tokens “Notebook” and “Lab”`), and the
 * address of the page that ends it; null if there is nothing to end.
 */
export async function livingAccess(app: App, userId: string) {
  const access: string[] = [];
  for (const feature of app.features) access.push(...((await feature.access?.list(app, userId)) ?? []));
  return { access, endLink: access.length ? endLinkFor(app, userId) : null };
}

/** It ends the access that existed when the link was made, and nothing that the reader sets up later. */
function endLinkFor(app: App, userId: string): string {
  const subject = Buffer.alloc(accountBytes + timeBytes);
  uuidBytes(userId).copy(subject);
  subject.writeUIntBE(app.now().getTime(), accountBytes, timeBytes);
  return `${app.config.baseUrl}/end-access?token=${signToken(app, 'end-access', subject)}`;
}

/**
 * Ends what the mail of a new password named, by asking every feature. Safe to repeat.
 * @throws AppError `invalid` for a link that is not ours or too old
 */
export async function endAccess(app: App, token: string, from: Origin): Promise<void> {
  const subject = readToken(app, 'end-access', token);
  const isOurs = subject?.length === accountBytes + timeBytes;
  const madeAt = new Date(isOurs ? subject.readUIntBE(accountBytes, timeBytes) : 0);
  const late = 'This link is invalid or has expired. Please sign in to end what has access.';
  if (!isOurs || timeAfter(madeAt, validMs) < app.now()) throw new AppError('invalid', late);
  const isOwn = eq(users.id, uuidOf(subject.subarray(0, accountBytes)));
  await transaction(app, async (app) => {
    const [user] = await app.db.select({ id: users.id }).from(users).where(isOwn).for('update');
    if (!user) return;
    let ended = 0;
    for (const { access } of app.features) ended += (await access?.end(app, user.id, madeAt)) ?? 0;
    if (ended) await recordActivity(app, user.id, 'access-ended', { from });
  });
}
