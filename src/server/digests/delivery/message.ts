import { digestHeaders } from '#mail/transport/listHeaders.ts';
import type { OutgoingMail } from '#mail/transport/types.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import type { Db } from '#platform/db/open.ts';
import { emailDigests } from '#platform/db/schema.ts';
import { unsubscribeToken } from '#topics/unsubscribe.ts';
import type { DigestsApp } from '../app.ts';
import { withTokens } from '../store/mailedLinks.ts';

type DigestRow = typeof emailDigests.$inferSelect;
/** The columns from which a digest's headers are made. */
type Headed = Pick<DigestRow, 'userId' | 'searchTermId' | 'searchTerm'>;

/** The mail of a digest as it was composed. */
export async function mailOf(
  app: DigestsApp,
  digest: Headed & Pick<DigestRow, 'id' | 'subject' | 'createdAt'>,
  to: string,
): Promise<OutgoingMail> {
  const { html, text } =
    takeRenderedMail(app.db, digest) ?? readable(app, digest, await storedMail(app, digest.id));
  return { id: digest.id, to, subject: digest.subject, html, text, headers: headersFor(app, digest) };
}

const readable = (
  app: DigestsApp,
  digest: Headed & Pick<DigestRow, 'id'>,
  { html, text }: RenderedMail,
): RenderedMail => ({ html: withTokens(app, digest, html), text: withTokens(app, digest, text) });

const storedMail = batched(async ({ db }: Pick<DigestsApp, 'db'>, digestIds: string[]) => {
  const rows = await db
    .select({ id: emailDigests.id, html: emailDigests.content, text: emailDigests.contentText })
    .from(emailDigests)
    .where(anyOf(emailDigests.id, digestIds));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return digestIds.map((id) => byId.get(id)!);
});

/** The List-* headers of a digest's mail. */
export const headersFor = (
  app: DigestsApp,
  { userId, searchTermId, searchTerm }: Headed,
): Record<string, string> =>
  digestHeaders({
    baseUrl: app.config.baseUrl,
    supportEmail: app.config.mail.supportEmail,
    from: app.config.mail.from,
    term: searchTerm,
    token: unsubscribeToken(app, userId, searchTermId),
  });

/** Both parts of a mail. */
interface RenderedMail {
  html: string;
  text: string;
}

/** Maximum number of cached mails per database: a few seconds of a weekly run, a few megabytes. */
const cachedAtMost = 64;

/**
 * Identifies one composition of a digest. A run that lost its lease may have composed another with the same id, which
 * must not be mailed in its place.
 */
type Composition = Pick<DigestRow, 'id' | 'createdAt'>;

const keyOf = ({ id, createdAt }: Composition): string => `${id} ${createdAt.getTime()}`;

const cache = new WeakMap<Db, Map<string, RenderedMail>>();

/**
 * Caches the mail of a digest just composed in this process, so that it need not be read from the database to be sent.
 */
export function cacheRenderedMail(db: Db, digest: Composition, mail: RenderedMail): void {
  const mails = cache.get(db) ?? new Map<string, RenderedMail>();
  cache.set(db, mails);
  mails.set(keyOf(digest), mail);
  // Drop the oldest one: another process will send it, or it will be sent much later.
  if (mails.size > cachedAtMost) mails.delete(mails.keys().next().value!);
}

/**
 * Takes a mail out of the cache. Null if another process composed it, or if it was composed long ago; the row has it
 * then. A mail never changes.
 */
function takeRenderedMail(db: Db, digest: Composition): RenderedMail | null {
  const mail = cache.get(db)?.get(keyOf(digest)) ?? null;
  cache.get(db)?.delete(keyOf(digest));
  return mail;
}
