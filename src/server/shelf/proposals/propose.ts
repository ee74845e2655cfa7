import { topicProposals } from '#platform/db/schema.ts';
import type { SeedPaper } from '#search/core/types.ts';
import { relevanceFloor } from '#search/score/calibrate.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { type KeptProposal, learnedAtMost, type Proposals } from '#shared/topics/proposals.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { ShelfApp } from '../app.ts';
import { type Named, seedsOf } from './seeds.ts';
import { shownProposals } from './stored.ts';

/** Beyond this number, the papers of a week are shown as "at least". */
const countedAtMost = 200;
/** The longest text that a topic may have. */
const nameAtMost = 300;

/**
 * Proposes topics from the reader's papers, replacing earlier proposals. The ranking threads group the papers and search the
 * week, and serve other requests meanwhile.
 * @throws AppError as `seedsOf`
 */
export async function propose(app: ShelfApp, userId: string, named: Named): Promise<Proposals> {
  const seeds = await seedsOf(app, userId, named);
  const index = await app.index.current();
  const clusters = await index.clusters(seeds);
  const byId = new Map(seeds.map((seed) => [seed.id, seed]));
  const topics: KeptProposal[] = [];
  for (const [id, { name, ids }] of clusters.entries()) {
    const text = name.slice(0, nameAtMost).trim();
    const papers = ids.flatMap((one) => byId.get(one) ?? []);
    topics.push({
      id,
      name: text,
      paperIds: ids,
      isDropped: false,
      termId: null,
      ...(await yieldOfWeek(app, text, papers)),
    });
  }
  const grouped = topics.reduce((sum, { paperIds }) => sum + paperIds.length, 0);
  const proposed = { createdAt: app.now(), topics, apart: seeds.length - grouped };
  await app.db
    .insert(topicProposals)
    .values({ userId, ...proposed })
    .onConflictDoUpdate({ target: topicProposals.userId, set: proposed });
  return shownProposals(app, userId);
}

/** The number of matching papers in the last seven days, after learning from the seeds. */
export async function yieldOfWeek(
  app: Pick<ShelfApp, 'index' | 'now'>,
  text: string,
  papers: readonly SeedPaper[],
): Promise<Pick<KeptProposal, 'weekCount' | 'weekCountIsLeast'>> {
  const index = await app.index.current();
  const close = await index.closeMatches(
    { text, expansion: [], liked: papers.slice(0, learnedAtMost), disliked: [], vector: null },
    {
      sources: new Set(usualSources),
      availableFrom: timeBefore(app.now(), 6 * dayMs)
        .toISOString()
        .slice(0, 10),
      except: new Set(papers.map(({ id }) => id)),
    },
    { limit: countedAtMost, floor: relevanceFloor },
  );
  return { weekCount: close.length, weekCountIsLeast: close.length >= countedAtMost };
}
