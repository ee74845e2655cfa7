import { and, eq, inArray, isNull } from 'drizzle-orm';
import { paperFeedback, paperIdentifiers, searchTerms } from '#platform/db/schema.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import type { Verdict } from '#shared/topics/feedback.ts';
import type { TopicsApp } from '../app.ts';

interface Shown {
  searchTermId: string | null;
  papersData: PaperInput[];
}

/**
 * Adds to each digest the judgements of its papers, by the digest's ids, which may be former ids of merged
 * works. Clears `searchTermId` where the topic was deleted, because its papers can no longer be judged.
 */
export async function withFeedback<D extends Shown>(
  { db }: Pick<TopicsApp, 'db'>,
  digests: D[],
): Promise<(D & { feedback: Record<string, Verdict> })[]> {
  const termIds = [...new Set(digests.flatMap(({ searchTermId }) => searchTermId ?? []))];
  const judgements = await judgementsOf(db, termIds);
  return digests.map((digest) => {
    const verdicts = judgements.get(digest.searchTermId ?? '');
    const feedback: Record<string, Verdict> = {};
    for (const { id = '' } of digest.papersData) {
      const verdict = verdicts?.get(id);
      if (verdict) feedback[id] = verdict;
    }
    return { ...digest, searchTermId: verdicts ? digest.searchTermId : null, feedback };
  });
}

/** For each existing topic, judgements by every current and former id of a work. */
async function judgementsOf(
  db: TopicsApp['db'],
  termIds: string[],
): Promise<Map<string, Map<string, Verdict>>> {
  if (!termIds.length) return new Map();
  const rows = await db
    .select({
      termId: searchTerms.id,
      paperId: paperFeedback.paperId,
      formerId: paperIdentifiers.value,
      verdict: paperFeedback.verdict,
    })
    .from(searchTerms)
    .leftJoin(paperFeedback, eq(paperFeedback.searchTermId, searchTerms.id))
    .leftJoin(
      paperIdentifiers,
      and(eq(paperIdentifiers.paperId, paperFeedback.paperId), eq(paperIdentifiers.kind, 'joined')),
    )
    .where(and(inArray(searchTerms.id, termIds), isNull(searchTerms.deletedAt)));
  const judgements = new Map<string, Map<string, Verdict>>();
  for (const { termId, paperId, formerId, verdict } of rows) {
    const verdicts = judgements.get(termId) ?? new Map<string, Verdict>();
    judgements.set(termId, verdicts);
    if (paperId === null || !verdict) continue;
    verdicts.set(String(paperId), verdict);
    if (formerId !== null) verdicts.set(formerId, verdict);
  }
  return judgements;
}
