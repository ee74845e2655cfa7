import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/open.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { identifierKey } from './identity/identifiers.ts';
import { type PieceKind, pieceKind, withoutLabel } from './identity/notices.ts';
import { authorsInCommon, comparableName } from './identity/people.ts';
import { signatureOf } from './identity/sameWork.ts';
import type { WorkEvent } from './merge.ts';
import { ownersOf, signedNeighbors, writeEvents } from './rows.ts';

/** What a notice means for the work it is about; a comment or an editorial is a piece of its own. */
const eventKinds: Partial<Record<PieceKind, WorkEvent['kind']>> = {
  correction: 'corrected',
  'publisher-note': 'corrected',
  concern: 'concern',
  retraction: 'retracted',
  withdrawal: 'withdrawn',
};

/**
 * Whether a record is a notice about another work (an erratum, a retraction, an expression of concern …), which is
 * never a paper. A paper that its journal has renamed `RETRACTED: …` is no notice: its own record says its state.
 */
export const isNotice = (record: SourceRecord): boolean => {
  const kind = record.state === 'current' ? pieceKind(record) : null;
  return kind !== null && kind in eventKinds;
};

/**
 * Adds to each work what a notice says of it, and its new state. A notice whose work is not in the corpus is dropped:
 * the record of the work itself will say the same. Safe to repeat; runs in the caller's transaction, under the
 * corpus lock. Returns how many works were retracted or withdrawn.
 */
export async function attachNotices(db: Db, notices: SourceRecord[], at: Date): Promise<number> {
  if (!notices.length) return 0;
  const events: (WorkEvent & { paperId: number })[] = [];
  for (const [notice, paperId] of await worksOf(db, notices)) {
    const { source, sourceId, url, doi } = notice;
    const kind = eventKinds[pieceKind(notice)!]!;
    events.push({ paperId, kind, detail: { source, url, doi, notice: sourceId } });
  }
  const known = await db.execute<{ paper_id: string; notice: string }>(sql`
    select e.paper_id, e.detail->>'notice' as notice from paper_events e
    where e.paper_id = any(${sql.param(events.map(({ paperId }) => paperId))}::bigint[])`);
  const seen = new Set(known.rows.map(({ paper_id, notice }) => `${paper_id} ${notice}`));
  const fresh = events.filter(({ paperId, detail }) => !seen.has(`${paperId} ${detail.notice}`));
  let retracted = 0;
  const told: typeof fresh = [];
  for (const event of fresh) {
    if (event.kind !== 'retracted' && event.kind !== 'withdrawn') {
      told.push(event);
      continue;
    }
    const { rows } = await db.execute(sql`
      update papers set state = ${event.kind}, changed_at = ${at.toISOString()}::timestamptz
      where id = ${event.paperId} and state = 'current' returning id`);
    retracted += rows.length;
    if (rows.length) told.push(event);
  }
  await writeEvents(db, told, at);
  return retracted;
}

/** The work of each notice: by the links of its record, else the article of the same title and an author in common. */
async function worksOf(db: Db, notices: SourceRecord[]): Promise<Map<SourceRecord, number>> {
  const owners = await ownersOf(
    db,
    notices.flatMap(({ about = [] }) => about),
  );
  const found = new Map<SourceRecord, number>();
  for (const notice of notices) {
    const linked = (notice.about ?? []).flatMap((one) => owners.get(identifierKey(one)) ?? [])[0];
    const paperId = linked ?? (await byTitle(db, notice));
    if (paperId !== undefined) found.set(notice, paperId);
  }
  return found;
}

async function byTitle(db: Db, notice: SourceRecord): Promise<number | undefined> {
  const wanted = signatureOf({ ...notice, title: withoutLabel(notice.title), publicationTypes: [] });
  if (!wanted) return undefined;
  const title = wanted.words.join('');
  const names = wanted.authors.map(comparableName);
  const matches = (await signedNeighbors(db, [wanted])).filter(
    ({ signature }) =>
      signature.words.join('') === title &&
      authorsInCommon(names, signature.authors.map(comparableName)).common > 0,
  );
  return matches.map(({ paperId }) => paperId).sort((a, b) => a - b)[0];
}
