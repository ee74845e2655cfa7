import { readAhead } from '#digests/run/readAhead.ts';
import type { Db } from '#platform/db/open.ts';
import { harvests, paperRecords, papers } from '#platform/db/schema.ts';
import { openLog } from '#platform/runtime/log.ts';
import { usualSources } from '#shared/papers/sources.ts';
import type { CorpusPaper } from '#test/inlineIndex.ts';

const day = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * day);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Stores papers as a week's harvest leaves them: available within the last six days, every source complete, all read ahead. */
export async function seedCorpus(db: Db, corpus: readonly CorpusPaper[]): Promise<void> {
  for (let from = 0; from < corpus.length; from += 500) {
    const page = corpus.slice(from, from + 500);
    const rows = page.map(({ source, title, abstract, journal, publicationTypes }, at) => {
      const seen = daysAgo(((from + at) % 60) / 10 + 0.1);
      return {
        ...{ source, title, abstract, journal, publicationTypes },
        sourceId: String(from + at),
        url: `https://papers.example/${from + at}`,
        authors: ['Ada Lovelace', 'Charles Babbage', 'Mary Somerville'],
        availableOn: dayOf(seen),
        firstSeenAt: seen,
        changedAt: seen,
      };
    });
    const stored = await db.insert(papers).values(rows).returning({ id: papers.id });
    await db.insert(paperRecords).values(
      rows.map(({ source, sourceId, url, availableOn, firstSeenAt }, at) => ({
        ...{ source, sourceId, url, availableOn, seenAt: firstSeenAt },
        paperId: stored[at]!.id,
        contentHash: '',
      })),
    );
  }
  await db.insert(harvests).values(
    usualSources.map((source) => ({
      source,
      from: dayOf(daysAgo(14)),
      to: dayOf(daysAgo(0)),
      status: 'complete' as const,
      startedAt: daysAgo(0.01),
      aliveAt: daysAgo(0),
      finishedAt: daysAgo(0),
    })),
  );
  const app = { db, now: () => new Date(), log: openLog('silent') };
  while (await readAhead(app, { isAlone: true }));
}
