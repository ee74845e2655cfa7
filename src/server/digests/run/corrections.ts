import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { papersById } from '#corpus/works/papers.ts';
import { mailSite } from '#mail/layout/sender.ts';
import { renderTemplate } from '#mail/mails.ts';
import { toldCorrections } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import type { Tier } from '#shared/billing/plan.ts';
import { dayMs, timeBefore } from '#shared/time.ts';
import { unsubscribeLink } from '#topics/unsubscribe.ts';
import type { DigestsApp } from '../app.ts';
import { retractionNotice } from '../render/notes.tsx';
import { writeDigest } from '../store/finish.ts';

/** Readers told in one round; the next tick goes on. */
const readersAtOnce = 500;
/** A retraction that has waited longer was found by a library that had been asleep; it is still news to its reader. */
const lookBackDays = 60;

type Untold = { userId: string; tier: Tier; paperId: number; term: string; mailedOn: string };

/**
 * Tells every reader who was sent a paper that has been retracted or withdrawn since: one mail a reader for all
 * such papers found at one time, each paper once. Safe to run at any time, any number of times, by many at once:
 * what was told is written in the transaction that asks for the mail, and unique.
 */
export async function tellCorrections(app: DigestsApp): Promise<number> {
  const byReader = Map.groupBy(await untold(app), ({ userId }) => userId);
  for (const [userId, papers] of byReader)
    await tell(app, userId, papers).catch((error: unknown) => {
      if (!(error instanceof ToldElsewhere)) throw error;
      app.log.info({ user: userId }, 'another process has just told of these corrections');
    });
  return byReader.size;
}

class ToldElsewhere extends Error {}

async function untold({ db, now }: Pick<DigestsApp, 'db' | 'now'>): Promise<Untold[]> {
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
    select * from found where user_id in (select distinct user_id from found limit ${readersAtOnce})`);
  return rows.map((row) => ({
    userId: row.user_id,
    tier: row.tier,
    paperId: Number(row.paper_id),
    term: row.term,
    mailedOn: row.mailed_on,
  }));
}

async function tell(app: DigestsApp, userId: string, untold: Untold[]): Promise<void> {
  const { baseUrl } = app.config;
  const works = await papersById(
    app,
    untold.map(({ paperId }) => paperId),
  );
  const taken = works.flatMap((work) => {
    const { state } = work;
    const mailed = untold.find(({ paperId }) => paperId === work.id);
    return state === 'current' || !mailed ? [] : [{ ...work, state, mailed }];
  });
  if (!taken.length) return;
  const { subject, html, text } = await renderTemplate(
    retractionNotice,
    {
      papers: taken.map(({ title, url, state, mailed: { term, mailedOn } }) => ({
        ...{ title, url, state, term, mailedOn },
      })),
      dashboardLink: `${baseUrl}/dashboard`,
      unsubscribeLink: unsubscribeLink(app, userId, null),
    },
    mailSite(app.config, untold[0]?.tier),
  );
  const at = app.now();
  const id = randomUUID();
  await transaction(app, async (app) => {
    await writeDigest(app, null, {
      paperIds: [],
      row: {
        id,
        userId,
        searchTermId: null,
        digestType: 'correction',
        papersData: taken.map(({ id, title, url, authors, journal, source, doi }) => ({
          ...{ id: String(id), title, url, authors, journal, source, doi },
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
    const told = await app.db
      .insert(toldCorrections)
      .values(taken.map((work) => ({ userId, paperId: work.id, digestId: id })))
      .onConflictDoNothing()
      .returning({ paperId: toldCorrections.paperId });
    // Of two that tell at once the second rolls back, its mail with it.
    if (told.length < taken.length) throw new ToldElsewhere();
  });
}
