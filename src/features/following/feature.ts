import { eq, getTableColumns, sql } from 'drizzle-orm';
import { type App, feature } from '#kit/feature.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { followingApi, followingExport } from './contract.ts';
import {
  citationRoutes,
  citingPapersOf,
  noteCitations,
  papersOfPerson,
  personRoutes,
  readCitations,
  readOrcids,
} from './server/people.ts';
import * as tables from './tables.ts';

declare module '#platform/queue/queues.ts' {
  interface Payloads {
    'read-following': Record<string, never>;
  }
}

const { followedThings } = tables;

/** What a topic follows. Runs of many topics ask at about the same time. */
const followedThing = batched(async ({ db }: App, ids: string[]) => {
  const rows = await db.select().from(followedThings).where(anyOf(followedThings.searchTermId, ids));
  return ids.map((id) => rows.find(({ searchTermId }) => searchTermId === id) ?? null);
});

export const following = feature({
  name: 'following',
  contract: { following: followingApi },
  tables: Object.values(tables),
  routes: [...personRoutes, ...citationRoutes],
  queues: { 'read-following': { retryLimit: 2, retryDelay: 3_600, expireInSeconds: 3_000, concurrency: 1 } },
  jobs: async () => ({
    work: {
      'read-following': async (app, _, { stopping, lost }) => {
        if (!app.config.crossref.isOn) return;
        await readOrcids(app, AbortSignal.any([stopping, lost]));
        await readCitations(app, AbortSignal.any([stopping, lost]));
      },
    },
    every: { 'read-following': '37 3 * * *' },
  }),
  followed: async (app, { id, kind }, since) => {
    const row = kind && (await followedThing(app, id));
    return row ? ((await papersOfPerson(app, row, since)) ?? citingPapersOf(app, id, since)) : null;
  },
  onReferences: noteCitations,
  onPapersMerged: (db, pairs) =>
    db.execute(sql`insert into citing_papers (paper_id, cited, seen_at) select j.kept, t.cited, t.seen_at
      from citing_papers t join ${pairs} on t.paper_id = j.absorbed on conflict do nothing`),
  exported: {
    following: {
      shape: followingExport,
      read: ({ db }, userId) =>
        db
          .select({ topic: searchTerms.term, ...getTableColumns(followedThings) })
          .from(followedThings)
          .innerJoin(searchTerms, eq(searchTerms.id, followedThings.searchTermId))
          .where(eq(searchTerms.userId, userId)),
    },
  },
});
