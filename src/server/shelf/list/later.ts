import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import { paperEvents, papers, readerPapers } from '#platform/db/schema.ts';
import type { ReaderPaperInput } from '../papers/shown.ts';

/** Events of a reader's papers after their arrival, oldest first, by paper. */
export async function laterOf(
  db: Db,
  userId: string,
  paperIds: number[],
): Promise<Map<number, ReaderPaperInput['later']>> {
  if (!paperIds.length) return new Map();
  const events = await db
    .select({
      paperId: paperEvents.paperId,
      kind: paperEvents.kind,
      at: paperEvents.at,
      detail: paperEvents.detail,
      journal: papers.journal,
      url: papers.url,
    })
    .from(readerPapers)
    .innerJoin(
      paperEvents,
      and(eq(paperEvents.paperId, readerPapers.paperId), gt(paperEvents.at, readerPapers.addedAt)),
    )
    .innerJoin(papers, eq(papers.id, readerPapers.paperId))
    .where(and(eq(readerPapers.userId, userId), inArray(readerPapers.paperId, paperIds)))
    .orderBy(asc(paperEvents.at), asc(paperEvents.id));
  return new Map(
    [...Map.groupBy(events, ({ paperId }) => paperId)].map(([paperId, own]) => [
      paperId,
      own.map(({ kind, at, detail, journal, url }) => ({
        kind,
        at: at.toISOString(),
        url: webAddress(detail.url) ?? url,
        journal: kind === 'now-published' ? journal : null,
      })),
    ]),
  );
}

const webAddress = (url: unknown): string | null =>
  typeof url === 'string' && /^https?:\/\//i.test(url) ? url : null;
