import { and, eq, inArray, sql } from 'drizzle-orm';
import { executeInTurn } from '#platform/db/batch.ts';
import type { Db } from '#platform/db/open.ts';
import { rowsAsTable, textArray } from '#platform/db/parameters/rowsAsTable.ts';
import { paperNotices } from '#platform/db/schema.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { Identifier, SourceRecord } from '#sources/record/source.ts';
import { identifierKey } from './identity/identifiers.ts';
import {
  isUnidentified,
  type PieceKind,
  pieceKind,
  sameNotice,
  type ToldNotice,
  withoutLabel,
} from './identity/notices.ts';
import { type Signature, signatureKeys, signatureOf } from './identity/sameWork.ts';
import { authorsInCommon, comparableName } from './identity/spelling.ts';
import type { WorkEvent } from './merge.ts';
import { eventsStatement } from './rows.ts';
import { ownersOf, signedNeighbors } from './stored.ts';
import { changedAt } from './works.ts';

/** The state that a notice gives its work. */
export type NoticeKind = (typeof paperNotices.$inferSelect)['kind'];

/** A notice as it is stored. */
export interface Notice {
  source: string;
  sourceId: string;
  kind: NoticeKind;
  /** Identifiers of the work it refers to. */
  about: Identifier[];
  /** Title and authors of that work; null if only identifiers name it. */
  signature: Signature | null;
  doi: string | null;
  url: string;
}

/** The effect of a notice on its work. Comments and editorials have none. */
const noticeKinds: Partial<Record<PieceKind, NoticeKind>> = {
  correction: 'corrected',
  'publisher-note': 'corrected',
  concern: 'concern',
  retraction: 'retracted',
  withdrawal: 'withdrawn',
};

/** Days that a notice waits for its work. */
const waitingDays = 400;

/**
 * Whether a record is a notice about another work (an erratum, a retraction, an expression of concern …), which is never a
 * paper. A paper renamed `RETRACTED: …` by its journal is not a notice; its own record has its state.
 */
export const isNotice = ({
  record,
  piece,
}: {
  record: Pick<SourceRecord, 'state'>;
  piece: PieceKind | null;
}): boolean => record.state === 'current' && piece !== null && piece in noticeKinds;

/** The notice in a record that is one. */
export function noticeOf(record: SourceRecord): Notice {
  const { source, sourceId, about = [], doi, url } = record;
  const kind = noticeKinds[pieceKind(record)!]!;
  const title = withoutLabel(record.title);
  const signature = signatureOf({ ...record, title, publicationTypes: [] }, undefined, 0);
  return { source, sourceId, kind, about, signature, doi, url };
}

/** The notices named by a work's own record. */
export const noticesNamedBy = ({ source, sourceId, notices = [], identifiers }: SourceRecord): Notice[] =>
  notices.map(({ kind, id, doi, url }) => ({
    source,
    sourceId: id ?? `${sourceId} ${kind} ${doi ?? ''}`.trim(),
    kind,
    about: identifiers,
    signature: null,
    doi,
    url,
  }));

/**
 * Stores the notices, and applies new and waiting ones to their works, which are found by identifier, or else by the same
 * title and a common author (for a notice without authors, by a title that one work alone has). A notice without a work
 * waits. Safe to repeat. Runs in the caller's transaction, under the corpus lock, after the works of the batch are written.
 * Returns how many works were retracted or withdrawn.
 *
 * @param keys identifiers of the works of the batch, and the keys of their titles
 */
export async function attachNotices(db: Db, notices: Notice[], keys: string[], at: Date): Promise<number> {
  await writeNotices(db, notices, at);
  const attached = await worksOf(db, await waitingNotices(db, notices, keys));
  if (!attached.length) return 0;
  const told = await alreadyTold(db, attached);
  await db.execute(sql`
    update paper_notices n set paper_id = r."paperId"
    from ${rowsAsTable({ source: 'text', sourceId: 'text', paperId: 'bigint' }, attached)} as r
    where n.source = r.source and n.source_id = r."sourceId"`);
  const events: (WorkEvent & { paperId: number })[] = [];
  let retracted = 0;
  for (const notice of attached) {
    const { paperId, source, sourceId, kind, doi, url } = notice;
    const known = told.get(`${paperId} ${kind}`) ?? [];
    const same = sameNotice(notice, known);
    if (same) await join(db, notice, same);
    else told.set(`${paperId} ${kind}`, [...known, notice]);
    const changes = await applyNotice(db, paperId, kind, at);
    if (changes && (kind === 'retracted' || kind === 'withdrawn')) retracted++;
    const isNews = kind === 'retracted' || kind === 'withdrawn' ? changes : !same;
    if (isNews) events.push({ paperId, kind, detail: { source, url, doi, notice: sourceId } });
  }
  await executeInTurn(db, [() => eventsStatement(events, at)]);
  return retracted;
}

/** Of two equal notices deletes the one without identifiers, and gives the one without a DOI the other's. */
async function join(db: Db, one: ToldNotice, other: ToldNotice): Promise<void> {
  const row = ({ source, sourceId }: ToldNotice) =>
    and(eq(paperNotices.source, source), eq(paperNotices.sourceId, sourceId));
  const unidentified = [one, other].find(isUnidentified);
  const [withoutDoi, doi] = one.doi === null ? [one, other.doi] : [other, one.doi];
  if (unidentified && one.sourceId !== other.sourceId) await db.delete(paperNotices).where(row(unidentified));
  else if (withoutDoi.doi === null && doi) {
    await db.update(paperNotices).set({ doi }).where(row(withoutDoi));
    withoutDoi.doi = doi;
  }
}

/** Deletes notices that have waited more than a year for their work. Returns how many. */
export async function dropStaleNotices(db: Db, now: Date): Promise<number> {
  const before = timeBefore(now, waitingDays * dayMs).toISOString();
  const { rows } = await db.execute(
    sql`delete from paper_notices where paper_id is null and seen_at < ${before}::timestamptz returning 1`,
  );
  return rows.length;
}

/** Identifiers of a work and keys of its title, by which a waiting notice finds it. */
export const noticeKeys = (identifiers: Identifier[], signature: Signature | null): string[] => [
  ...identifiers.map(identifierKey),
  ...(signature ? signatureKeys(signature).stored : []),
];

/** Inserts or updates notices. A notice keeps the work it has found. */
async function writeNotices(db: Db, notices: Notice[], at: Date): Promise<void> {
  if (!notices.length) return;
  const byId = new Map(notices.map((notice) => [`${notice.source} ${notice.sourceId}`, notice]));
  const rows = [...byId.values()].map((notice) => ({
    ...notice,
    keys: noticeKeys(notice.about, notice.signature),
  }));
  await db.execute(sql`
    insert into paper_notices (source, source_id, kind, about, signature, keys, doi, url, seen_at)
    select r.source, r."sourceId", r.kind, r.about, r.signature, r.keys, r.doi, r.url,
      ${at.toISOString()}::timestamptz
    from ${rowsAsTable(noticeColumns, rows)} as r
    on conflict (source, source_id) do update set kind = excluded.kind, about = excluded.about,
      signature = coalesce(excluded.signature, paper_notices.signature), keys = excluded.keys,
      doi = coalesce(excluded.doi, paper_notices.doi), url = excluded.url`);
}

const texts = { source: 'text', sourceId: 'text', kind: 'text', doi: 'text', url: 'text' } as const;
const noticeColumns = { ...texts, about: 'jsonb', signature: 'jsonb', keys: 'text[]' } as const;

/** Notices without a work: those of this batch, and those that match one of these keys. */
async function waitingNotices(db: Db, notices: Notice[], keys: string[]): Promise<Notice[]> {
  if (!notices.length && !keys.length) return [];
  const { rows } = await db.execute<Notice & Record<string, unknown>>(sql`
    select n.source, n.source_id as "sourceId", n.kind, n.about, n.signature, n.doi, n.url from paper_notices n
    where n.paper_id is null and (
      (n.source, n.source_id) in (select r.* from ${rowsAsTable({ source: 'text', sourceId: 'text' }, notices)} as r)
      or n.keys && ${textArray(keys)})
    order by n.source, n.source_id`);
  return rows;
}

type Attached = Notice & { paperId: number };

/** Each notice with its work, without those whose work is unknown. */
async function worksOf(db: Db, notices: Notice[]): Promise<Attached[]> {
  if (!notices.length) return [];
  const owners = await ownersOf(db, pluck(notices, 'about').flat());
  const signatures = notices.flatMap(({ signature }) => signature ?? []);
  const signed = await signedNeighbors(db, signatures);
  return notices.flatMap((notice) => {
    const linked = notice.about.flatMap((one) => owners.get(identifierKey(one)) ?? [])[0];
    const paperId = linked ?? byTitle(notice, signed);
    return paperId === undefined ? [] : [{ ...notice, paperId }];
  });
}

function byTitle({ signature: wanted }: Notice, signed: { paperId: number; signature: Signature }[]) {
  if (!wanted) return undefined;
  const title = wanted.words.join('');
  const names = wanted.authors.map(comparableName);
  const matches = signed.filter(
    ({ signature }) =>
      signature.words.join('') === title &&
      (!names.length || authorsInCommon(names, signature.authors.map(comparableName)).common > 0),
  );
  const ids = [...new Set(pluck(matches, 'paperId'))].sort((a, b) => a - b);
  // Many notices have no authors. Then the title must be one work's alone: of 32,000 titles, one in 600 is not.
  return names.length || ids.length === 1 ? ids[0] : undefined;
}

/** The existing notices of the same works, by work and kind. */
async function alreadyTold(db: Db, attached: Attached[]): Promise<Map<string, ToldNotice[]>> {
  const paperIds = attached.map(({ paperId }) => paperId);
  const notices = db.select(pick(paperNotices, 'paperId kind source sourceId doi')).from(paperNotices);
  const rows = await notices.where(inArray(paperNotices.paperId, paperIds));
  return Map.groupBy(rows, ({ paperId, kind }) => `${paperId} ${kind}`);
}

/** Applies a notice to its work, unless that already has a more severe one. Returns whether the work changed. */
async function applyNotice(db: Db, paperId: number, kind: NoticeKind, at: Date): Promise<boolean> {
  const { rows } =
    kind === 'retracted' || kind === 'withdrawn'
      ? await db.execute(sql`
          update papers set state = ${kind}, changed_at = ${changedAt(at)}
          where id = ${paperId} and state <> ${kind} and state <> 'retracted' returning 1`)
      : await db.execute(sql`
          update papers set notice = ${kind}, changed_at = ${changedAt(at)}
          where id = ${paperId} and notice is distinct from ${kind} and notice is distinct from 'concern' returning 1`);
  return rows.length > 0;
}
