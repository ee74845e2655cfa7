import { sql } from 'drizzle-orm';
import { worksById } from '#corpus/works/works.ts';
import { mailSite } from '#mail/layout/sender.ts';
import { renderTemplate } from '#mail/mails.ts';
import { toldCorrections } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import type { Tier } from '#shared/billing/plan.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { unsubscribeLink } from '#topics/unsubscribe.ts';
import type { DigestsApp } from '../app.ts';
import { retractionNotice } from '../render/notes.tsx';
import { digestId } from '../store/digestId.ts';
import { writeDigest } from '../store/finish.ts';

/** Readers notified per run; the next tick continues. */
const readersPerRun = 500;
/** How far back to look for retractions not yet announced, in days. Older ones are never announced. */
const lookBackDays = 60;

type Unannounced = { userId: string; tier: Tier; paperId: number; term: string; mailedOn: string };

/**
 * Notifies every reader who was sent a paper that has been retracted or withdrawn since: one mail per reader for all
 * such papers found in one run, each paper once. Returns how many readers were notified. Safe to run at any time, any
 * number of times, by many at once: what was announced is written, uniquely, in the transaction that enqueues the mail.
 */
export async function notifyRetractions(app: DigestsApp): Promise<number> {
  const byReader = Map.groupBy(await findUnannounced(app), ({ userId }) => userId);
  for (const [userId, papers] of byReader)
    await notify(app, userId, papers).catch((error: unknown) => {
      if (!(error instanceof AlreadyNotified)) throw error;
      app.log.info({ user: userId }, 'another process has just announced these retractions');
    });
  return byReader.size;
}

class AlreadyNotified extends Error {}

async function findUnannounced({ db, now }: Pick<DigestsApp, 'db' | 'now'>): Promise<Unannounced[]> {
  const since = timeBefore(now(), lookBackDays * dayMs).toISOString();
  const { rows } = await db.execute<{
    user_id: string;
    tier: Tier;
    paper_id: string;
    term: string;
    mailed_on: string;
  }>(sql`
    with found as (
      select distinct on (t.user_id, d.paper_id) t.user_id, u.subscription_tier as tier, d.paper_id, t.term,
        to_char(d.delivered_at, 'YYYY-MM-DD') as mailed_on
      from paper_events e
      join papers p on p.id = e.paper_id and p.state in ('retracted', 'withdrawn')
      join delivered_papers d on d.paper_id = e.paper_id and d.delivered_at < e.at
      join email_digests m on m.id = d.digest_id and m.status = 'sent'
      join search_terms t on t.id = d.search_term_id
      join users u on u.id = t.user_id and u.is_active
      where e.kind in ('retracted', 'withdrawn') and e.at > ${since}::timestamptz
        and not exists (select from told_corrections c where c.user_id = t.user_id and c.paper_id = d.paper_id)
      order by t.user_id, d.paper_id, d.delivered_at)
    select * from found where user_id in (select distinct user_id from found limit ${readersPerRun})`);
  return rows.map((row) => ({
    userId: row.user_id,
    tier: row.tier,
    paperId: Number(row.paper_id),
    term: row.term,
    mailedOn: row.mailed_on,
  }));
}

async function notify(app: DigestsApp, userId: string, unannounced: Unannounced[]): Promise<void> {
  const { baseUrl } = app.config;
  const works = await worksById(
    app,
    unannounced.map(({ paperId }) => paperId),
  );
  const retracted = works.flatMap((work) => {
    const { state } = work;
    const mailed = unannounced.find(({ paperId }) => paperId === work.id);
    return state === 'current' || !mailed ? [] : [{ ...work, state, mailed }];
  });
  if (!retracted.length) return;
  const { subject, html, text } = await renderTemplate(
    retractionNotice,
    {
      papers: retracted.map(({ title, url, state, mailed: { term, mailedOn } }) => ({
        title,
        url,
        state,
        term,
        mailedOn,
      })),
      dashboardLink: `${baseUrl}/dashboard`,
      unsubscribeLink: unsubscribeLink(app, userId, null),
    },
    mailSite(app.config, unannounced[0]?.tier),
  );
  const at = app.now();
  const id = digestId(userId, 'correction', ...retracted.map(({ id }) => id).sort((a, b) => a - b));
  await transaction(app, async (app) => {
    await writeDigest(app, null, {
      paperIds: [],
      row: {
        id,
        userId,
        searchTermId: null,
        digestType: 'correction',
        papersData: retracted.map(({ id, title, url, authors, journal, source, doi }) => ({
          id: String(id),
          title,
          url,
          authors,
          journal,
          source,
          doi,
          relevanceScore: 0,
          retracted: true,
        })),
        searchTerm: null,
        subject,
        content: html,
        contentText: text,
        periodStart: at,
        periodEnd: at,
        createdAt: at,
      },
    });
    const announced = await app.db
      .insert(toldCorrections)
      .values(retracted.map((work) => ({ userId, paperId: work.id, digestId: id })))
      .onConflictDoNothing()
      .returning({ paperId: toldCorrections.paperId });
    // When two processes notify at once, the second rolls back, its mail with it.
    if (announced.length < retracted.length) throw new AlreadyNotified();
  });
}
