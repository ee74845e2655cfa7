import Bowser from 'bowser';
import { desc, eq, lt } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { enqueueMail } from '#mail/enqueueMail.ts';
import { auditLog, securityActivity } from '#platform/db/schema.ts';
import { roughNetwork } from '#platform/http/clientNetwork.ts';
import type { Call, Reader } from '#platform/http/route.ts';
import { securityEvents } from '#shared/accounts/session.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { pick } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';

/** Days for which an entry is kept. */
const keptDays = 365;
const shownAtMost = 100;

/** Where a call came from. */
export interface Origin {
  network: string;
  /** The header as the browser sent it. Only words from our own lists are stored. */
  userAgent: string | undefined;
}

/** The origin of a call, for `recordActivity`. */
export const originOf = ({ network, http }: Pick<Call<Endpoint>, 'network' | 'http'>): Origin => ({
  network,
  userAgent: http.req.header('user-agent'),
});

/**
 * Records an event about the security of an account. Call it in the transaction of the change, so that neither exists
 * without the other. Never records a code, a link or a password.
 * @param detail the thing concerned if there are several, such as the name of a token
 */
export async function recordActivity(
  { db, now }: App,
  userId: string,
  event: string,
  { detail = '', from }: { detail?: string; from: Origin | null },
): Promise<void> {
  const origin = { device: deviceName(from?.userAgent), network: from && roughNetwork(from.network) };
  await db.insert(securityActivity).values({ userId, at: now(), event, detail, ...origin });
}

/** Records a change of the sign-in, and tells the reader by mail. Call it in the transaction of the change. */
export async function tellOfChange(
  app: App,
  { id, email }: Pick<Reader, 'id' | 'email'>,
  { event, sentence }: { event: string; sentence: string },
  about: { detail?: string; from: Origin },
): Promise<void> {
  await recordActivity(app, id, event, about);
  await enqueueMail(app, 'security-changed', email, {
    change: sentence,
    at: app.now().toISOString(),
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
  });
}

/** The newest entries of an account, including those by administrators. */
export async function activityOf({ db, features }: App, userId: string) {
  const words: Record<string, string> = Object.assign(
    { ...securityEvents },
    ...features.map(({ events }) => events),
  );
  const own = await db
    .select(pick(securityActivity, 'at event detail device network'))
    .from(securityActivity)
    .where(eq(securityActivity.userId, userId))
    .orderBy(desc(securityActivity.at), desc(securityActivity.id))
    .limit(shownAtMost);
  const acts = await db
    .select({ at: auditLog.at, detail: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.subjectId, userId))
    .orderBy(desc(auditLog.id))
    .limit(shownAtMost);
  return [
    ...own,
    // Only the operator may know who the administrator was, and from where.
    ...acts.map((act) => ({ ...act, event: 'by-administrator', device: null, network: null })),
  ]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, shownAtMost)
    .map((entry) => ({ ...entry, what: words[entry.event] ?? entry.event }));
}

/** Deletes entries older than a year. Idempotent. */
export async function removeOldActivity({ db, now }: App): Promise<void> {
  await db.delete(securityActivity).where(lt(securityActivity.at, timeBefore(now(), keptDays * dayMs)));
}

/** A name by which a reader recognizes a device, such as "Firefox on Windows"; null if neither part is known. */
export function deviceName(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 400));
  return [known(browser.name, browsers), known(os.name, systems)].filter(Boolean).join(' on ') || null;
}

/** For an unknown browser, Bowser repeats the header's own words, which a stranger may want to appear in a mail. */
const known = (name: string | undefined, names: ReadonlySet<string>): string | null =>
  name !== undefined && names.has(name) ? name : null;
const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));
