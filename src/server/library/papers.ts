import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import type { SourceName } from '../../shared/paper.ts';
import type { App } from '../app.ts';
import type { Db } from '../db/open.ts';
import { paperEvents, paperIdentifiers, paperRecords, papers } from '../db/schema.ts';

/** A work as a digest needs it. */
export interface LibraryPaper {
  id: number;
  /** Ids under which it was known before it was joined with another work; old digests hold them. */
  formerIds: number[];
  source: SourceName;
  title: string;
  url: string;
  authors: string[];
  journal: string | null;
  abstract: string | null;
  doi: string | null;
  /** `YYYY-MM-DD`. */
  availableOn: string;
  publicationDate: string | null;
  publicationTypes: string[];
  categories: string[];
  version: number | null;
  state: 'current' | 'retracted' | 'withdrawn';
  firstSeenAt: Date;
  /** The work's records besides the one that is shown. */
  alsoAt: { source: SourceName; url: string }[];
  /** What happened to it since it was first seen, oldest first. */
  events: PaperEvent[];
}

export interface PaperEvent {
  paperId: number;
  kind: typeof paperEvents.$inferSelect.kind;
  detail: Record<string, unknown>;
  at: Date;
}

/**
 * Works in the order of the ids, each once. An id whose work was joined with another gives that one;
 * an id whose work has left the library gives none.
 */
export async function papersById({ db }: Pick<App, 'db'>, ids: number[]): Promise<LibraryPaper[]> {
  if (!ids.length) return [];
  const current = await currentIds(db, ids);
  const wanted = [...new Set(ids.map((id) => current.get(id) ?? id))];
  const rows = new Map(
    (
      await db
        .select({
          id: papers.id,
          source: papers.source,
          title: papers.title,
          url: papers.url,
          authors: papers.authors,
          journal: papers.journal,
          abstract: papers.abstract,
          doi: papers.doi,
          availableOn: papers.availableOn,
          publicationDate: papers.publicationDate,
          publicationTypes: papers.publicationTypes,
          categories: papers.categories,
          version: papers.version,
          state: papers.state,
          firstSeenAt: papers.firstSeenAt,
        })
        .from(papers)
        .where(inArray(papers.id, wanted))
    ).map((row) => [row.id, row]),
  );
  const records = await recordsOf(db, wanted);
  const events = await eventsSince({ db }, wanted, new Date(0));
  return wanted.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    return {
      ...row,
      formerIds: [...current].flatMap(([former, now]) => (now === id ? [former] : [])),
      alsoAt: records.filter(({ paperId, url }) => paperId === id && url !== row.url).map(place),
      events: events.filter(({ paperId }) => paperId === id),
    };
  });
}

/** What happened to works after a moment, oldest first; `paperId` is the id that the work has now. */
export async function eventsSince(
  { db }: Pick<App, 'db'>,
  paperIds: number[],
  since: Date,
): Promise<PaperEvent[]> {
  if (!paperIds.length) return [];
  const current = await currentIds(db, paperIds);
  return db
    .select({
      paperId: paperEvents.paperId,
      kind: paperEvents.kind,
      detail: paperEvents.detail,
      at: paperEvents.at,
    })
    .from(paperEvents)
    .where(
      and(
        inArray(paperEvents.paperId, [...new Set(paperIds.map((id) => current.get(id) ?? id))]),
        gt(paperEvents.at, since),
      ),
    )
    .orderBy(asc(paperEvents.at), asc(paperEvents.id));
}

/** Former ids among these, and the ids that their works have now. */
async function currentIds(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ former: paperIdentifiers.value, id: paperIdentifiers.paperId })
    .from(paperIdentifiers)
    .where(and(eq(paperIdentifiers.kind, 'joined'), inArray(paperIdentifiers.value, ids.map(String))));
  return new Map(rows.map(({ former, id }) => [Number(former), id]));
}

const recordsOf = (db: Db, ids: number[]) =>
  db
    .select({ paperId: paperRecords.paperId, source: paperRecords.source, url: paperRecords.url })
    .from(paperRecords)
    .where(inArray(paperRecords.paperId, ids))
    .orderBy(paperRecords.source, paperRecords.sourceId);

const place = ({ source, url }: { source: SourceName; url: string }) => ({ source, url });
