import { sql } from 'drizzle-orm';
import { minuteMs, timeAfter } from '#shared/values/time.ts';
import type { ChannelsApp } from '../app.ts';
import { zoteroLeases } from './send.ts';

const rowsPerRound = 1000;

type Planning = Pick<ChannelsApp, 'db' | 'now' | 'sendAll'>;

/**
 * Adds a row for every paper that has to go to Zotero, and enqueues every reader whose papers are due. Sends nothing itself.
 * Safe to run at any time and concurrently, because a paper has one row per reader.
 * @returns how many readers were enqueued
 */
export async function planZotero(app: Planning): Promise<number> {
  await writeDown(app);
  const due = await dueReaders(app);
  if (due.length)
    await app.sendAll(
      'send-to-zotero',
      due.map(({ id }) => ({ payload: { userId: id }, key: id })),
    );
  return due.length;
}

/** Papers kept since kept papers go there, and papers of digests since their topic goes there. */
async function writeDown({ db, now }: Planning): Promise<void> {
  const at = sql`${now().toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into zotero_papers (user_id, paper_id, created_at)
    select z.user_id, p.paper_id, ${at}
    from zotero_accounts z join reader_papers p on p.user_id = z.user_id
    where z.ended is null and z.kept_since is not null and p.state = 'kept' and p.changed_at >= z.kept_since
      and not exists (select 1 from zotero_papers l where l.user_id = z.user_id and l.paper_id = p.paper_id)
    limit ${rowsPerRound}
    on conflict do nothing`);
  await db.execute(sql`
    insert into zotero_papers (user_id, paper_id, created_at)
    select distinct z.user_id, d.paper_id, ${at}
    from zotero_accounts z join zotero_topics t on t.user_id = z.user_id
      join delivered_papers d on d.search_term_id = t.search_term_id
    where z.ended is null and d.delivered_at >= t.since
      and not exists (select 1 from zotero_papers l where l.user_id = z.user_id and l.paper_id = d.paper_id)
    limit ${rowsPerRound}
    on conflict do nothing`);
}

/** Readers with waiting papers for whom no worker is sending. Skips a row for a minute after it was enqueued. */
async function dueReaders({ db, now }: Planning): Promise<{ id: string }[]> {
  const at = now();
  const moment = (time: Date) => sql`${time.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with open as (
      select user_id from zotero_accounts
      where ended is null and (next_attempt_at is null or next_attempt_at <= ${moment(at)})
        and (claimed_by is null or ${zoteroLeases.isExpired(at)})
        and exists (select 1 from zotero_papers p where p.user_id = zotero_accounts.user_id and p.status = 'pending')
      limit ${rowsPerRound}
      for update skip locked)
    update zotero_accounts z set next_attempt_at = ${moment(timeAfter(at, minuteMs))}
    from open where z.user_id = open.user_id
    returning z.user_id as id`);
  return rows;
}

/**
 * Releases readers for whom a killed process was sending. Only for the embedded database, which one process owns.
 */
export async function releaseZotero({ db }: Pick<ChannelsApp, 'db'>): Promise<void> {
  await db.execute(
    sql`update zotero_accounts set claimed_at = null, claimed_by = null, next_attempt_at = null where claimed_by is not null`,
  );
}
