import { sql } from 'drizzle-orm';
import { worksById } from '#corpus/works/works.ts';
import type { App } from '#kit/feature.ts';
import { subjectLine } from '#mail/transport/message.ts';
import { toldCorrections } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { type MailedMoment, momentsToldBy } from '#shared/papers/moments.ts';
import { pluck } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { correctionSubject } from '../render/notes.tsx';
import { digestId, writeDigest } from './finish.ts';

/** Readers notified per run; the next tick continues. */
const readersPerRun = 500;
/** How far back to look for unannounced events, in days. Older events are never announced. */
const lookBackDays = 60;

interface Unannounced {
  userId: string;
  paperId: number;
  kind: MailedMoment;
  /** Id of a correction or a concern, because a paper may have several; 0 for other events. */
  eventId: number;
  /** The topic for which it was mailed, and when; null for a paper on the reader's shelf. */
  term: string | null;
  mailedOn: string | null;
}

/**
 * Notifies every reader who was sent, or keeps on the shelf, a paper that was corrected, retracted, reinstated … since
 * (the events announced by mail). Sends one mail per reader for everything found in one run, and announces each event of
 * a paper once. Returns the number of notified readers. Safe to run at any time, any number of times, by many at once:
 * the transaction that enqueues the mail also stores the announced events under a unique key.
 */
export async function notifyCorrections(app: App): Promise<number> {
  const byReader = Map.groupBy(await findUnannounced(app), ({ userId }) => userId);
  for (const [userId, papers] of byReader)
    await notify(app, userId, papers).catch((error: unknown) => {
      if (!(error instanceof AlreadyNotified)) throw error;
      app.log.info({ user: userId }, 'another process has just announced these corrections');
    });
  return byReader.size;
}

class AlreadyNotified extends Error {}

async function findUnannounced({ db, now }: Pick<App, 'db' | 'now'>): Promise<Unannounced[]> {
  const since = timeBefore(now(), lookBackDays * dayMs).toISOString();
  const { rows } = await db.execute<{
    user_id: string;
    paper_id: string;
    kind: MailedMoment;
    event_id: string;
    term: string | null;
    mailed_on: string | null;
  }>(sql`
    with moment as (
      select e.id, e.paper_id, e.kind, e.at from paper_events e
      join papers p on p.id = e.paper_id
        and p.state = case when e.kind in ('retracted', 'withdrawn') then e.kind else 'current' end
      where e.kind = any(${sql.param(momentsToldBy('mail'))}::text[]) and e.at > ${since}::timestamptz),
    had as (
      select t.user_id, d.paper_id, t.term, d.delivered_at,
        -- What a digest was made of ends where its period does.
        least(d.delivered_at, m.period_end) as since
      from delivered_papers d
      join email_digests m on m.id = d.digest_id and m.status = 'sent'
      join search_terms t on t.id = d.search_term_id
      where d.paper_id in (select paper_id from moment)
      union all
      select r.user_id, r.paper_id, null, null, r.added_at from reader_papers r
      where r.state = 'kept' and r.paper_id in (select paper_id from moment)),
    found as (
      select distinct on (h.user_id, h.paper_id, e.kind) h.user_id, h.paper_id, e.kind,
        case when e.kind in ('corrected', 'concern') then e.id else 0 end as event_id, h.term, to_char(h.delivered_at, 'YYYY-MM-DD') as mailed_on
      from moment e
      join had h on h.paper_id = e.paper_id and h.since < e.at
      join users u on u.id = h.user_id and u.is_active
      where not exists (select from told_corrections c
          where c.user_id = h.user_id and c.paper_id = h.paper_id and c.kind = e.kind
            -- A mail tells of all corrections up to the newest; a later one is news again.
            and (e.kind not in ('corrected', 'concern') or e.id <= c.event_id))
        -- Nobody hears of a return who has not heard of the withdrawal.
        and (e.kind <> 'reinstated' or exists (select from told_corrections c
          where c.user_id = h.user_id and c.paper_id = h.paper_id and c.kind in ('retracted', 'withdrawn')))
      order by h.user_id, h.paper_id, e.kind, e.id desc, h.delivered_at nulls last)
    select * from found where user_id in (select distinct user_id from found limit ${readersPerRun})`);
  return rows.map((row) => ({
    userId: row.user_id,
    paperId: Number(row.paper_id),
    kind: row.kind,
    eventId: Number(row.event_id),
    term: row.term,
    mailedOn: row.mailed_on,
  }));
}

async function notify(app: App, userId: string, unannounced: Unannounced[]): Promise<void> {
  const works = await worksById(app, pluck(unannounced, 'paperId'));
  const corrected = works.flatMap((work) =>
    unannounced.flatMap(({ paperId, ...mailed }) => (paperId === work.id ? [{ work, ...mailed }] : [])),
  );
  if (!corrected.length) return;
  const at = app.now();
  const id = digestId(
    userId,
    'correction',
    ...corrected.map(({ work, kind, eventId }) => [work.id, kind, eventId || ''].join(' ').trim()).sort(),
  );
  await transaction(app, async (app) => {
    await writeDigest(app, null, {
      paperIds: [],
      row: {
        id,
        userId,
        searchTermId: null,
        digestType: 'correction',
        papersData: corrected.map(({ work, kind, term, mailedOn }) => ({
          ...{ id: String(work.id), title: work.title, url: work.url, authors: work.authors },
          ...{ journal: work.journal, source: work.source, doi: work.doi, relevanceScore: 0 },
          told: { state: kind, term, mailedOn },
          ...(kind === 'corrected' || kind === 'concern' ? { notice: kind } : {}),
          ...(kind === 'retracted' || kind === 'withdrawn' ? { retracted: true } : {}),
        })),
        searchTerm: null,
        subject: subjectLine(
          correctionSubject(
            corrected.map(({ work, kind, ...mailed }) => ({ ...mailed, title: work.title, state: kind })),
          ),
        ),
        periodStart: at,
        periodEnd: at,
        createdAt: at,
      },
    });
    const announced = await app.db
      .insert(toldCorrections)
      .values(
        corrected.map(({ work, kind, eventId }) => ({
          userId,
          paperId: work.id,
          digestId: id,
          kind,
          eventId,
        })),
      )
      .onConflictDoNothing()
      .returning({ paperId: toldCorrections.paperId });
    // If two processes notify at once, the second rolls back, including its mail.
    if (announced.length < corrected.length) throw new AlreadyNotified();
  });
}
