import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { emailDigests, readerPapers } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import type { OpenedDigest } from '#shared/digests/digest.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { type PresentedDigest, readDigest } from './present.ts';

/**
 * The reader's own digest, with the previous and next digest of the topic, and with what the reader did with its papers.
 * @throws AppError `not_found` for another reader's digest, as for one that never existed
 */
export async function openDigest(
  app: Pick<App, 'db'>,
  reader: Pick<Reader, 'id'>,
  id: string,
): Promise<PresentedDigest & Pick<OpenedDigest, 'older' | 'newer' | 'states'>> {
  const digest = await readDigest(app, reader, id);
  const [older, newer, states] = await Promise.all([
    neighborOf(app, reader, digest, 'older'),
    neighborOf(app, reader, digest, 'newer'),
    statesOf(app, reader, digest.papersData),
  ]);
  return { ...digest, older, newer, states };
}

async function neighborOf(
  { db }: Pick<App, 'db'>,
  reader: Pick<Reader, 'id'>,
  { id, searchTermId }: PresentedDigest,
  which: 'older' | 'newer',
): Promise<OpenedDigest['older']> {
  if (!searchTermId) return null;
  const place = sql`(${emailDigests.createdAt}, ${emailDigests.id})`;
  const own = sql`(select d.created_at, d.id from email_digests d where d.id = ${id}::uuid)`;
  const order = which === 'older' ? desc : asc;
  const [row] = await db
    .select({ id: emailDigests.id, sentAt: emailDigests.sentAt, createdAt: emailDigests.createdAt })
    .from(emailDigests)
    .where(
      and(
        eq(emailDigests.userId, reader.id),
        eq(emailDigests.searchTermId, searchTermId),
        which === 'older' ? sql`${place} < ${own}` : sql`${place} > ${own}`,
      ),
    )
    .orderBy(order(emailDigests.createdAt), order(emailDigests.id))
    .limit(1);
  return row ? { id: row.id, at: (row.sentAt ?? row.createdAt).toISOString() } : null;
}

/** The reader's states for those of these papers that have one, by paper id. */
export async function statesOf(
  { db }: Pick<App, 'db'>,
  reader: Pick<Reader, 'id'>,
  papers: PaperInput[],
): Promise<OpenedDigest['states']> {
  const ids = papers.flatMap(({ id }) => (id ? [Number(id)] : []));
  if (!ids.length) return {};
  const rows = await db
    .select({ id: readerPapers.paperId, state: readerPapers.state })
    .from(readerPapers)
    .where(and(eq(readerPapers.userId, reader.id), inArray(readerPapers.paperId, ids)));
  return Object.fromEntries(rows.map(({ id, state }) => [String(id), state]));
}
