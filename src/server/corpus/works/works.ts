import { and, asc, eq, gte, or, type SQL, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import type { Db } from '#platform/db/open.ts';
import { paperEvents, paperIdentifiers, paperRecords, papers } from '#platform/db/schema.ts';
import type { Bibliography } from '#shared/papers/bibliography.ts';
import type { StandingNotice } from '#shared/papers/moments.ts';
import type { PaperKind } from '#shared/papers/paper.ts';
import { freeCopy } from '#shared/papers/paper.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { searchedDays } from '#shared/topics/trends.ts';
import { pick } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { descriptors } from '#sources/registry.ts';
import { paperKind } from './identity/notices.ts';

/** A work with the fields that a digest needs. */
export interface Work {
  id: number;
  /** Ids of works that were merged into this one. Old digests still contain them. */
  formerIds: number[];
  source: SourceName;
  title: string;
  url: string;
  authors: string[];
  journal: string | null;
  abstract: string | null;
  doi: string | null;
  /** Split names, volume, pages …; null if no source gave them. */
  bibliography: Bibliography | null;
  /** `YYYY-MM-DD`. */
  availableOn: string;
  publicationDate: string | null;
  publicationTypes: string[];
  categories: string[];
  version: number | null;
  state: 'current' | 'retracted' | 'withdrawn';
  /** The most severe notice about a work that is still valid. */
  notice: StandingNotice | null;
  /** Its kind: article, preprint, or a text about another work. */
  kind: PaperKind;
  firstSeenAt: Date;
  /** A free PDF, and its Creative Commons license; null if none is known. */
  pdfUrl: string | null;
  license: string | null;
  /** The work's other records. */
  alsoAt: { source: SourceName; url: string }[];
  /** Its events since it was first stored, oldest first. */
  events: PaperEvent[];
}

interface PaperEvent {
  paperId: number;
  kind: typeof paperEvents.$inferSelect.kind;
  detail: Record<string, unknown>;
  at: Date;
}

/**
 * Works in the order of the ids, without duplicates. The id of an absorbed work returns the remaining one; the id of a
 * deleted work returns none.
 */
export const worksById = batched(
  async ({ db }: Pick<App, 'db'>, lists: number[][]): Promise<Work[][]> => {
    const ids = [...new Set(lists.flat())];
    if (!ids.length) return lists.map(() => []);
    const works = await worksOf(db, ids);
    // Rarely any: the row of an absorbed work is deleted.
    const missing = ids.filter((id) => !works.has(id));
    const current = missing.length ? await currentIds(db, missing) : new Map<number, number>();
    const nowOf = (id: number) => current.get(id) ?? id;
    const joined = [...new Set(current.values())].filter((id) => !works.has(id));
    if (joined.length) for (const [id, work] of await worksOf(db, joined)) works.set(id, work);
    return lists.map((list) =>
      [...new Set(list.map(nowOf))].flatMap((id) => {
        const work = works.get(id);
        if (!work) return [];
        return { ...work, formerIds: list.filter((one) => one !== id && nowOf(one) === id) };
      }),
    );
  },
  { maxWaitMs: 10 },
);

/** Works by every id that was asked for, and by their current ones. */
export async function worksByAnyId(app: App, ids: number[]): Promise<Map<number, Work>> {
  const works = await worksById(app, ids);
  return new Map(works.flatMap((work) => [work.id, ...work.formerIds].map((id) => [id, work])));
}

/** A work as a paper without a digest. It has no relevance, which depends on a topic. */
export const shownOf = (work: Work) => ({
  ...pick(work, 'title url authors journal abstract source doi publicationTypes version alsoAt'),
  ...{ id: String(work.id), relevanceScore: 0, publishedOn: work.availableOn },
  ...freeCopy(work),
});

/** Works by their current ids. */
async function worksOf(db: Db, ids: number[]): Promise<Map<number, Omit<Work, 'formerIds'>>> {
  const rows = await db
    .select({
      ...pick(papers, 'id source sourceId title url authors journal abstract doi bibliography'),
      ...pick(papers, 'availableOn publicationDate publicationTypes categories version state notice'),
      ...pick(papers, 'firstSeenAt pdfUrl license'),
    })
    .from(papers)
    .where(anyOf(papers.id, ids));
  const records = Map.groupBy(await recordsOf(db, ids), ({ paperId }) => paperId);
  const events = Map.groupBy(await eventsOf(db, ids), ({ paperId }) => paperId);
  return new Map(
    rows.map(({ sourceId, ...row }) => [
      row.id,
      {
        ...row,
        ...freeCopyOf({ ...row, sourceId }, records.get(row.id) ?? []),
        kind: paperKind(row),
        alsoAt: (records.get(row.id) ?? []).filter(({ url }) => url !== row.url).map(place),
        events: events.get(row.id) ?? [],
      },
    ]),
  );
}

const eventsOf = (db: Db, ids: number[]): Promise<PaperEvent[]> =>
  db
    .select(pick(paperEvents, 'paperId kind detail at'))
    .from(paperEvents)
    .where(anyOf(paperEvents.paperId, ids))
    .orderBy(asc(paperEvents.at), asc(paperEvents.id));

/** The current ids of works by their former ids. */
async function currentIds(db: Db, ids: number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ former: paperIdentifiers.value, id: paperIdentifiers.paperId })
    .from(paperIdentifiers)
    .where(and(eq(paperIdentifiers.kind, 'joined'), anyOf(paperIdentifiers.value, ids.map(String))));
  return new Map(rows.map(({ former, id }) => [Number(former), id]));
}

const recordsOf = (db: Db, ids: number[]) =>
  db
    .select(pick(paperRecords, 'paperId source sourceId url'))
    .from(paperRecords)
    .where(anyOf(paperRecords.paperId, ids))
    .orderBy(paperRecords.source, paperRecords.sourceId);

const place = ({ source, url }: { source: SourceName; url: string }) => ({ source, url });

/** Works inside the search window, which the index contains and enrichment looks up. */
export function inWindow(now: Date): SQL | undefined {
  const from = timeBefore(now, searchedDays * dayMs);
  return or(gte(papers.availableOn, from.toISOString().slice(0, 10)), gte(papers.firstSeenAt, from));
}

/**
 * The new `changed_at` of a row of `papers`, always later than the old value, even in the same millisecond. The index and
 * other copies compare this value, and would otherwise miss a second change.
 * @param row the row's alias in the statement
 */
export const changedAt = (at: Date, row = 'papers'): SQL<Date> =>
  sql`greatest(${at.toISOString()}::timestamptz, ${sql.identifier(row)}.changed_at + interval '1 millisecond')`;

/** A free copy of a work, with its license if known. */
type FreeCopy = { pdfUrl: string | null; license: string | null };

type Placed = { source: SourceName; sourceId: string; url: string };

/**
 * The free PDF of a work: the display record's, if its source gives every paper away; or else one found by a search for free
 * copies; or else another record's, such as the preprint's. Never a guess. A withdrawn work has none, because its last
 * version has no text.
 */
export function freeCopyOf(
  work: Placed &
    FreeCopy & { state: 'current' | 'retracted' | 'withdrawn'; bibliography: Bibliography | null },
  others: readonly Placed[],
): FreeCopy {
  if (work.state === 'withdrawn') return { pdfUrl: null, license: null };
  const own = pdfOf({ ...work, pmcid: work.bibliography?.pmcid });
  if (own) return { pdfUrl: own, license: work.bibliography?.license ?? null };
  if (work.pdfUrl) return { pdfUrl: work.pdfUrl, license: work.license };
  return { pdfUrl: others.map(pdfOf).find(Boolean) ?? null, license: null };
}

const pdfOf = (record: Placed & { pmcid?: string | undefined }): string | null =>
  descriptors[record.source].pdfOf?.(record) ?? null;

type Versioned = { version: number | null; bibliography?: Bibliography | null };

/**
 * The bibliography of a record with the license of its previous state, if it is the same version, because one of a source's
 * two formats may leave the license out. Empty if there is nothing to keep.
 */
export function keptLicense(
  { version, bibliography }: Versioned,
  there: Versioned | undefined,
): { bibliography?: Bibliography } {
  const license = there?.version === version ? there.bibliography?.license : undefined;
  const kept = bibliography ?? { names: [] };
  return license && !kept.license ? { bibliography: { ...kept, license } } : {};
}
