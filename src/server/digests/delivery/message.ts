import { digestHeaders } from '#mail/transport/listHeaders.ts';
import type { OutgoingMail } from '#mail/transport/types.ts';
import { anyOf, together } from '#platform/db/batch.ts';
import { emailDigests } from '#platform/db/schema.ts';
import { unsubscribeToken } from '#topics/unsubscribe.ts';
import type { DigestsApp } from '../app.ts';
import { takeFresh } from './fresh.ts';

type DigestRow = typeof emailDigests.$inferSelect;
/** What a digest's headers are made of. */
type Headed = Pick<DigestRow, 'userId' | 'searchTermId' | 'searchTerm'>;

/** The mail of a digest as it was composed. */
export async function mailOf(
  app: DigestsApp,
  digest: Headed & Pick<DigestRow, 'id' | 'subject'>,
  to: string,
): Promise<OutgoingMail> {
  const { html, text } = takeFresh(app.db, digest.id) ?? (await writtenMail(app, digest.id));
  return { id: digest.id, to, subject: digest.subject, html, text, headers: headersFor(app, digest) };
}

const writtenMail = together(async ({ db }: Pick<DigestsApp, 'db'>, digestIds: string[]) => {
  const rows = await db
    .select({ id: emailDigests.id, html: emailDigests.content, text: emailDigests.contentText })
    .from(emailDigests)
    .where(anyOf(emailDigests.id, digestIds))
    .prepare('written-mails')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return digestIds.map((id) => byId.get(id)!);
});

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
