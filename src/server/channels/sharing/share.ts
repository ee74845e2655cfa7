import { and, desc, eq, isNull } from 'drizzle-orm';
import { readDigest } from '#digests/archive/present.ts';
import { shares } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { limit } from '#platform/rateLimits.ts';
import { seal, unseal } from '#platform/seal.ts';
import type { Share } from '#shared/channels/share.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ChannelsApp } from '../app.ts';

type Row = typeof shares.$inferSelect;

/**
 * Creates a public page of one of the reader's digests or of a tag. An existing page keeps its address.
 * @throws AppError `not_found` for somebody else's digest
 */
export async function createShare(
  app: ChannelsApp,
  reader: Reader,
  { digestId, tag }: { digestId?: string | undefined; tag?: string | undefined },
): Promise<Share> {
  const digest = digestId === undefined ? null : await readDigest(app, reader, digestId);
  await limit(app, 'channel', { account: reader.id });
  const token = newToken();
  await app.db
    .insert(shares)
    .values({
      userId: reader.id,
      digestId: digest?.id ?? null,
      tag: tag ?? null,
      tokenHash: hashToken(token),
      sealed: seal(app.secret, 'share', token),
      createdAt: app.now(),
    })
    .onConflictDoNothing();
  const [row] = await app.db
    .select()
    .from(shares)
    .where(
      and(
        eq(shares.userId, reader.id),
        digest ? eq(shares.digestId, digest.id) : isNull(shares.digestId),
        tag === undefined ? isNull(shares.tag) : eq(shares.tag, tag),
      ),
    );
  // It was ended before we could read it.
  if (!row) throw new AppError('not_found', 'This page does not exist.');
  return present(app, row);
}

/** A reader's public pages, newest first. */
export async function sharesOf(
  app: Pick<ChannelsApp, 'db' | 'secret' | 'config'>,
  userId: string,
): Promise<Share[]> {
  const rows = await app.db
    .select()
    .from(shares)
    .where(eq(shares.userId, userId))
    .orderBy(desc(shares.createdAt), shares.id);
  return rows.map((row) => present(app, row));
}

/** Ends a public page. */
export async function removeShare({ db }: ChannelsApp, reader: Reader, id: string): Promise<void> {
  const removed = isUuid(id)
    ? await db
        .delete(shares)
        .where(and(eq(shares.id, id), eq(shares.userId, reader.id)))
        .returning({ id: shares.id })
    : [];
  if (!removed.length) throw new AppError('not_found', 'This page does not exist.');
}

const present = (
  { secret, config }: Pick<ChannelsApp, 'secret' | 'config'>,
  { id, digestId, tag, sealed, createdAt }: Row,
): Share => ({
  id,
  digestId,
  tag,
  createdAt: createdAt.toISOString(),
  url: `${config.baseUrl}/shared/${unseal(secret, 'share', sealed) as string}`,
});
