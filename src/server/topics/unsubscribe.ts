import { and, eq } from 'drizzle-orm';
import { setDigests } from '#accounts/preferences.ts';
import type { App } from '#kit/feature.ts';
import { quoted } from '#mail/layout/words.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { uuidBytes, uuidOf } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { readToken, type Signing, signToken } from '#platform/signedLink.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Unsubscribed } from '#shared/mail/unsubscribe.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { resumeTopic, setActive } from './pause.ts';

/** A reader and one of their topics; `termId` null means all topics. */
export interface Subscription {
  userId: string;
  termId: string | null;
}

/**
 * Stops digests: of one topic by pausing it, or all of them through the reader's preferences.
 * Other mails continue.
 * Idempotent; returns the same for a deleted topic or account.
 * @throws AppError `not_found` for an invalid token.
 */
export async function unsubscribe(
  app: Pick<App, 'db' | 'secret' | 'config'>,
  token: string,
  { all = false } = {},
): Promise<Unsubscribed> {
  const { userId, termId } = read(app, token);
  if (termId && !all) {
    const [term] = await app.db
      .update(searchTerms)
      .set({ isActive: false, resumeOn: null })
      .where(and(eq(searchTerms.id, termId), eq(searchTerms.userId, userId)))
      .returning({ term: searchTerms.term });
    const of = term ? ` from digests on ${quoted(term.term)}` : '';
    return { message: `You have been successfully unsubscribed${of}.`, term: term?.term ?? null };
  }
  await setDigests(app, userId, { weeklyDigest: false, dailyHighlights: false });
  return { message: 'You have been successfully unsubscribed from all digests.', term: null };
}

/** The topic of a link; null if the link is for all digests, or the topic was deleted. @throws AppError for another's token. */
export async function aboutLink(app: Pick<App, 'db' | 'secret'>, token: string): Promise<string | null> {
  const { userId, termId } = read(app, token);
  if (!termId) return null;
  const [topic] = await app.db
    .select({ term: searchTerms.term })
    .from(searchTerms)
    .where(and(eq(searchTerms.id, termId), eq(searchTerms.userId, userId)));
  return topic?.term ?? null;
}

/**
 * Undoes `unsubscribe`. Daily highlights stay off: only the reader turns them on, in the preferences.
 * @throws AppError `not_found` for a token that is not ours or a deleted topic, `conflict` when the plan is full.
 */
export async function undoUnsubscribe(
  app: Pick<App, 'db' | 'secret' | 'config'>,
  token: string,
  { all = false } = {},
): Promise<Unsubscribed> {
  const { userId, termId } = read(app, token);
  if (termId && !all) {
    const { term } = await transaction(app, (app) => resumeTopic(app, userId, termId));
    return { message: `You will keep receiving digests on ${quoted(term)}.`, term };
  }
  await setDigests(app, userId, { weeklyDigest: true });
  return { message: 'Your digests are on again.', term: null };
}

/**
 * Pauses the topic of a link until a day, or until the reader resumes it; `undoUnsubscribe` undoes that.
 * @throws AppError `not_found` for a token that is not for one topic, or a deleted topic; `invalid` as `setActive`.
 */
export async function pauseByLink(
  app: Pick<App, 'db' | 'secret' | 'config' | 'now'>,
  token: string,
  resumeOn: string | null,
): Promise<Unsubscribed> {
  const { userId, termId } = read(app, token);
  if (!termId) throw invalidLink();
  const { term } = await setActive(app, { id: userId }, termId, { active: false, resumeOn });
  const until = resumeOn ? dateInWords(new Date(resumeOn), { zone: 'UTC', weekday: true }) : 'you resume it';
  return { message: `Nothing is searched or mailed for ${quoted(term)} until ${until}.`, term };
}

/** A link that stops the digests of one topic, or all of a reader's; it grants nothing else. */
export const unsubscribeToken = (app: Signing, userId: string, termId: string | null): string =>
  signToken(app, 'unsubscribe', uuidBytes(userId + (termId ?? '')));

/** The address of a mail's unsubscribe page, which has a button, because scanners follow links but press nothing. */
export const unsubscribeLink = (
  app: Pick<App, 'secret' | 'config'>,
  userId: string,
  termId: string | null,
): string =>
  `${app.config.baseUrl}/unsubscribe?token=${unsubscribeToken(app, userId, termId)}&ask=1${termId ? '' : '&all=1'}`;

/** The address of a mail's page for pausing a topic, with a date field and a button. Uses the same token. */
export const pauseLink = (app: Pick<App, 'secret' | 'config'>, userId: string, termId: string): string =>
  `${unsubscribeLink(app, userId, termId)}&pause=1`;

/** The content of a token; null for an invalid one. */
export function readUnsubscribeToken(app: Signing, token: string): Subscription | null {
  const subject = readToken(app, 'unsubscribe', token);
  if (subject?.length !== 16 && subject?.length !== 32) return null;
  return {
    userId: uuidOf(subject.subarray(0, 16)),
    termId: subject.length === 32 ? uuidOf(subject.subarray(16)) : null,
  };
}

function read(app: Signing, token: string): Subscription {
  const subscription = readUnsubscribeToken(app, token);
  if (!subscription) throw invalidLink();
  return subscription;
}

const invalidLink = () =>
  new AppError('not_found', 'Invalid unsubscribe link. Please check your email for the correct link.');
