import { and, eq, inArray, sql } from 'drizzle-orm';
import { citationsOf } from '#citations/citation.ts';
import { worksById } from '#corpus/works/works.ts';
import { deliveredPapers, emailDigests, paperIdentifiers, readerPapers } from '#platform/db/schema.ts';
import { shownOf } from '#shelf/papers.ts';
import type { ChannelsApp } from '../app.ts';
import type { SentPaper } from './item.ts';

/** Papers from the corpus, with the reader's tags and notes. Skips deleted papers. */
export async function papersToSend(app: ChannelsApp, userId: string, ids: number[]): Promise<SentPaper[]> {
  const works = await worksById(app, ids);
  const byId = new Map(works.flatMap((work) => [work.id, ...work.formerIds].map((id) => [id, work])));
  const kept = await app.db
    .select({ paperId: readerPapers.paperId, tags: readerPapers.tags, note: readerPapers.note })
    .from(readerPapers)
    .where(and(eq(readerPapers.userId, userId), inArray(readerPapers.paperId, ids)));
  const brought = await app.db
    .select({ paperId: deliveredPapers.paperId, topic: sql<string>`min(${emailDigests.searchTerm})` })
    .from(deliveredPapers)
    .innerJoin(emailDigests, eq(emailDigests.id, deliveredPapers.digestId))
    .where(and(eq(emailDigests.userId, userId), inArray(deliveredPapers.paperId, ids)))
    .groupBy(deliveredPapers.paperId);
  const joined = await app.db
    .select({ paperId: paperIdentifiers.paperId, former: paperIdentifiers.value })
    .from(paperIdentifiers)
    .where(and(eq(paperIdentifiers.kind, 'joined'), inArray(paperIdentifiers.paperId, ids)));
  const former = Map.groupBy(joined, ({ paperId }) => paperId);
  const shelf = new Map(kept.map((row) => [row.paperId, row]));
  const topics = new Map(brought.map(({ paperId, topic }) => [paperId, topic]));
  const found = ids.flatMap((paperId) => {
    const work = byId.get(paperId);
    return work ? [{ paperId, work, paper: shownOf(work) }] : [];
  });
  const citations = citationsOf(found);
  return found.map(({ paperId, work }, at) => ({
    paperId,
    formerIds: (former.get(paperId) ?? []).map((row) => Number(row.former)),
    citation: citations[at]!,
    pdfUrl: work.pdfUrl,
    topic: topics.get(paperId) ?? null,
    tags: shelf.get(paperId)?.tags ?? [],
    note: shelf.get(paperId)?.note ?? '',
  }));
}
