import { and, eq, isNull, lt, lte, or } from 'drizzle-orm';
import { setDigests } from '#accounts/preferences.ts';
import type { App } from '#kit/feature.ts';
import { quoted } from '#mail/layout/words.ts';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { uuidBytes, uuidOf } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { readToken, type Signing, signToken } from '#platform/signedLink.ts';
import { can, subscriberIn } from '#shared/billing/plan.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Unsubscribed } from '#shared/mail/unsubscribe.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { pick } from '#shared/values/pick.ts';
import { dayMs, hourMs, timeAfter, timeBefore } from '#shared/values/time.ts';
import { beginningOf, deliveryOf, deliveryPlan } from './topic/schedule.ts';
import { heldBy, type TopicRow, topicOf } from './topic/topic.ts';

/** The longest pause with an end date, in days: a year, which may be a leap year. */
const longestPauseMs = 366 * dayMs;

/**
 * Pauses a topic, until a day or until it is resumed, or resumes one that was paused or unsubscribed from. A resumed
 * topic is searched at its next delivery for all the days since its last search. Idempotent.
 * @param change.resumeOn a calendar day in the reader's time zone
 * @throws AppError `not_found`; `conflict` if the plan covers no more active topics; `invalid` for a day that is not in
 * the future, more than a year ahead, or given for resuming a topic.
 */
export const setActive = (
  app: App,
  reader: Pick<Reader, 'id'>,
  id: string,
  { active, resumeOn = null }: { active: boolean; resumeOn?: string | null | undefined },
): Promise<TopicRow> =>
  transaction(app, async (app) => {
    const topic = await topicOf(app, reader.id, id);
    if (active && resumeOn)
      throw new AppError('invalid', 'A day to resume on is for a topic that is paused.');
    if (active) return resumeTopic(app, reader.id, topic.id);
    if (resumeOn) await refuseUnlessAhead(app, reader.id, resumeOn);
    await app.db.update(searchTerms).set({ isActive: false, resumeOn }).where(eq(searchTerms.id, topic.id));
    return { ...topic, isActive: false, resumeOn };
  });

async function refuseUnlessAhead({ db, now }: App, userId: string, day: string) {
  const zone = db.select({ timeZone: userPreferences.timeZone }).from(userPreferences);
  const [reader] = await zone.where(eq(userPreferences.userId, userId));
  const begins = beginningOf(day, reader?.timeZone ?? 'UTC').getTime();
  if (begins <= now().getTime() || begins > now().getTime() + longestPauseMs)
    throw new AppError('invalid', 'Please choose a day from tomorrow to a year ahead.');
}

/**
 * Makes a topic active again; the topic as it is then. Call it in a transaction.
 * @throws AppError `not_found` for a deleted topic or account, `conflict` when the plan covers no more active topics.
 */
export async function resumeTopic(
  { db, config }: Pick<App, 'db' | 'config'>,
  userId: string,
  termId: string,
): Promise<TopicRow> {
  // Lock the account's row, as when a topic is added, so that two tabs cannot both use the last free place.
  const [reader] = await db.select().from(users).where(eq(users.id, userId)).for('update');
  const its = and(heldBy(userId), eq(searchTerms.id, termId));
  const [term] = await db.select().from(searchTerms).where(its);
  if (!reader || !term)
    throw new AppError('not_found', 'This search term was deleted. You can add it again on your dashboard.');
  if (term.isActive) return term;
  const active = await db.$count(searchTerms, and(heldBy(userId), eq(searchTerms.isActive, true)));
  const room = can.addTerm(subscriberIn(config.edition, reader), active);
  if (!room.yes) throw new AppError('conflict', room.because);
  await db.update(searchTerms).set({ isActive: true, resumeOn: null }).where(eq(searchTerms.id, termId));
  return { ...term, isActive: true, resumeOn: null };
}

/**
 * Resumes the paused topics whose day has started in their reader's time zone. The next digest of each comes at its first
 * usual time from that day on. A topic for which the plan has no room stays paused and is tried again every hour. Safe to
 * run at any time and concurrently.
 * @returns how many were resumed
 */
export async function resumeOnTheirDay(app: App): Promise<number> {
  let resumed = 0;
  for (const { id, userId, resumeOn, timeZone } of await topicsWhoseDayMayHaveCome(app)) {
    // Checked again under lock. Checking here first saves a transaction per topic at every tick of the hours before.
    const hasCome = beginningOf(resumeOn!, timeZone) <= app.now();
    if (hasCome && (await resumeIfDue(app, userId, id))) resumed++;
  }
  return resumed;
}

/** Days start at different times by time zone, but no day after tomorrow has started anywhere. */
const topicsWhoseDayMayHaveCome = ({ db, now }: App) =>
  db
    .select({ ...pick(searchTerms, 'id userId resumeOn'), timeZone: userPreferences.timeZone })
    .from(searchTerms)
    .innerJoin(userPreferences, eq(userPreferences.userId, searchTerms.userId))
    .innerJoin(users, and(eq(users.id, searchTerms.userId), eq(users.isActive, true)))
    .where(
      and(
        lte(searchTerms.resumeOn, timeAfter(now(), dayMs).toISOString().slice(0, 10)),
        eq(searchTerms.isActive, false),
        isNull(searchTerms.deletedAt),
        or(isNull(searchTerms.askedAt), lt(searchTerms.askedAt, timeBefore(now(), hourMs))),
      ),
    )
    .orderBy(searchTerms.resumeOn, searchTerms.id);

function resumeIfDue(app: App, userId: string, id: string): Promise<boolean> {
  const of = eq(searchTerms.id, id);
  return transaction(app, async ({ db, now, config }) => {
    // Lock the account's row first, as everywhere, so that nobody can pause, resume or unsubscribe in between.
    const [user] = await db.select().from(users).where(eq(users.id, userId)).for('update');
    const [preferences] = await db.select().from(userPreferences).where(eq(userPreferences.userId, userId));
    const [topic] = await db.select().from(searchTerms).where(of).for('update');
    if (!user || !preferences || !topic?.resumeOn || topic.isActive || topic.deletedAt) return false;
    const begins = beginningOf(topic.resumeOn, preferences.timeZone);
    if (begins > now()) return false;
    try {
      await resumeTopic({ db, config }, userId, id);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'conflict')) throw error;
      await db.update(searchTerms).set({ askedAt: now() }).where(of);
      return false;
    }
    const plan = deliveryPlan(subscriberIn(config.edition, user), preferences, topic);
    const next = deliveryOf(plan, { after: timeBefore(begins, 1), requestedAt: topic.requestedAt });
    const isLate = topic.status === 'completed' && (topic.nextScheduledRun ?? begins) <= next;
    await db
      .update(searchTerms)
      .set({ askedAt: null, ...(isLate && { nextScheduledRun: next }) })
      .where(of);
    return true;
  });
}

/** A reader and one of their topics; `termId` null means all topics. */
export type Subscription = { userId: string; termId: string | null };

/**
 * Stops digests: of one topic by pausing it, or all of them through the reader's preferences.
 * Other mails continue.
 * Idempotent; returns the same for a deleted topic or account.
 * @throws AppError `not_found` for an invalid token.
 */
export async function unsubscribe(app: App, token: string, { all = false } = {}): Promise<Unsubscribed> {
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
export async function aboutLink(app: App, token: string): Promise<string | null> {
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
export async function undoUnsubscribe(app: App, token: string, { all = false } = {}): Promise<Unsubscribed> {
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
export async function pauseByLink(app: App, token: string, resumeOn: string | null): Promise<Unsubscribed> {
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
export const unsubscribeLink = (app: App, userId: string, termId: string | null): string =>
  `${app.config.baseUrl}/unsubscribe?token=${unsubscribeToken(app, userId, termId)}&ask=1${termId ? '' : '&all=1'}`;

/** The address of a mail's page for pausing a topic, with a date field and a button. Uses the same token. */
export const pauseLink = (app: App, userId: string, termId: string): string =>
  `${unsubscribeLink(app, userId, termId)}&pause=1`;

/** The content of a token; null for an invalid one. */
export function readUnsubscribeToken(app: Signing, token: string): Subscription | null {
  const subject = readToken(app, 'unsubscribe', token);
  if (subject?.length !== 16 && subject?.length !== 32) return null;
  const termId = subject.length === 32 ? uuidOf(subject.subarray(16)) : null;
  return { userId: uuidOf(subject.subarray(0, 16)), termId };
}

function read(app: Signing, token: string): Subscription {
  const subscription = readUnsubscribeToken(app, token);
  if (!subscription) throw invalidLink();
  return subscription;
}

const invalidLink = () =>
  new AppError('not_found', 'Invalid unsubscribe link. Please check your email for the correct link.');
