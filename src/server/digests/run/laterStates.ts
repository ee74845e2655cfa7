import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { type Work, worksById } from '#corpus/works/works.ts';
import type { App } from '#kit/feature.ts';
import { subjectLine } from '#mail/transport/message.ts';
import {
  deliveredPapers,
  emailDigests,
  paperEvents,
  readerPapers,
  toldCorrections,
} from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { sentencesOf } from '#reading/text/sentences.ts';
import { type MailedMoment, mailedKinds } from '#shared/papers/moments.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { isPreprint } from '#shared/papers/sources.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { correctionSubject } from '../render/notes.ts';
import { digestId, writeDigest } from './finish.ts';

/** A paper that was already sent for a topic, and what has happened to it since. */
export interface LaterState {
  work: Work;
  /** The paper as shown in the digest that first sent it. */
  before: PaperInput;
  note: 'revised' | 'now-published';
  /** Whether it comes from the reader's shelf and was not sent for the topic before. */
  isFromShelf: boolean;
  /** A sentence of the abstract that is new to the reader; null if there is none. */
  changed: string | null;
}

/** Upper bound, so that updates do not crowd out new papers. */
const atMost = 5;

/**
 * Papers that the reader already has and that were revised or published in a journal since. Includes papers sent for this
 * topic, with events since its last digest with papers, and kept papers that no topic would announce, once. Kept ones
 * come first, then the newest; at most five. A nothing-new notice does not mention them, so they wait for the next
 * digest. Retractions have a separate mail.
 */
export async function laterStates(
  app: App,
  { id: termId, userId }: { id: string; userId: string },
  since: Date,
): Promise<LaterState[]> {
  const sent = await sentBefore(app, termId, since);
  const kept = await keptOnShelf(app, userId);
  const events = [...kept, ...sent.filter(({ paperId }) => !kept.some((one) => one.paperId === paperId))];
  if (!events.length) return [];
  const works = await worksById(app, pluck(events, 'paperId'));
  const digestIds = events.flatMap(({ digestId }) => digestId ?? []);
  const listed = app.db.select({ papers: emailDigests.papersData }).from(emailDigests);
  const digests = await listed.where(inArray(emailDigests.id, digestIds));
  const mailed = new Map(digests.flatMap(({ papers }) => papers.map((paper) => [paper.id, paper])));
  const states = works.flatMap((work): LaterState[] => {
    const own = events.filter(({ paperId }) => paperId === work.id || work.formerIds.includes(paperId));
    const before =
      own.find(({ shown }) => shown)?.shown ??
      [work.id, ...work.formerIds].flatMap((id) => mailed.get(String(id)) ?? [])[0];
    if (!before || work.state !== 'current') return [];
    // A reader who was sent the article need not be told that it was published.
    const isPublished = isPreprint(before) && own.some(({ kind }) => kind === 'now-published');
    if (!isPublished && !own.some(({ kind }) => kind === 'revised')) return [];
    const changed = newSentence(before.abstract ?? null, work.abstract);
    const isFromShelf = own.some(({ shown }) => shown);
    return [{ work, before, note: isPublished ? 'now-published' : 'revised', isFromShelf, changed }];
  });
  return states.slice(0, atMost);
}

/** An event of a paper, and the paper as the reader saw it in a digest or on the shelf. */
interface HadEvent {
  paperId: number;
  kind: typeof paperEvents.$inferSelect.kind;
  digestId: string | null;
  shown: PaperInput | null;
}

const toldInDigests = ['revised', 'now-published'] as const;

async function sentBefore({ db }: App, termId: string, since: Date): Promise<HadEvent[]> {
  const isTold = inArray(paperEvents.kind, [...toldInDigests]);
  const isLater = sql`${paperEvents.at} > least(${deliveredPapers.deliveredAt}, ${emailDigests.periodEnd})`;
  const events = await db
    .select({ ...pick(paperEvents, 'paperId kind'), digestId: deliveredPapers.digestId })
    .from(deliveredPapers)
    .innerJoin(paperEvents, eq(paperEvents.paperId, deliveredPapers.paperId))
    .innerJoin(emailDigests, eq(emailDigests.id, deliveredPapers.digestId))
    .where(and(eq(deliveredPapers.searchTermId, termId), isTold, gt(paperEvents.at, since), isLater))
    .orderBy(desc(paperEvents.at));
  return events.map((event) => ({ ...event, shown: null }));
}

/**
 * Kept papers that were never sent for any of the reader's topics, so that none announces their events: imported papers,
 * and papers of deleted topics. The first topic to announce one counts as having sent it, and announces later events too.
 */
async function keptOnShelf({ db }: App, userId: string): Promise<HadEvent[]> {
  const events = await db
    .select({ ...pick(paperEvents, 'paperId kind'), shown: readerPapers.shown })
    .from(readerPapers)
    .innerJoin(paperEvents, eq(paperEvents.paperId, readerPapers.paperId))
    .where(
      and(
        eq(readerPapers.userId, userId),
        eq(readerPapers.state, 'kept'),
        inArray(paperEvents.kind, [...toldInDigests]),
        gt(paperEvents.at, readerPapers.addedAt),
        sql`not exists (select from delivered_papers d
          join search_terms t on t.id = d.search_term_id and t.deleted_at is null
          where t.user_id = ${userId} and d.paper_id = ${readerPapers.paperId})`,
      ),
    )
    .orderBy(desc(paperEvents.at))
    .limit(atMost);
  return events.map((event) => ({ ...event, digestId: null }));
}

/** The first sentence of an abstract that its earlier state did not have in these words. */
function newSentence(before: string | null, now: string | null): string | null {
  if (!before || !now) return null;
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const known = words(before);
  return sentencesOf(now).find(({ text }) => !known.includes(words(text).trim()))?.text ?? null;
}

/** Readers notified per run; the next tick continues. */
const readersPerRun = 500;
/** How far back to look for unannounced events, in days. Older events are never announced. */
const lookBackDays = 60;

interface Unannounced extends Record<string, unknown> {
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

async function findUnannounced({ db, now }: App): Promise<Unannounced[]> {
  const since = timeBefore(now(), lookBackDays * dayMs).toISOString();
  const { rows } = await db.execute<Unannounced>(sql`
    with moment as (
      select e.id, e.paper_id, e.kind, e.at from paper_events e
      join papers p on p.id = e.paper_id
        and p.state = case when e.kind in ('retracted', 'withdrawn') then e.kind else 'current' end
      where e.kind = any(${sql.param(mailedKinds)}::text[]) and e.at > ${since}::timestamptz),
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
    select user_id "userId", paper_id "paperId", kind, event_id "eventId", term, mailed_on "mailedOn"
    from found where user_id in (select distinct user_id from found limit ${readersPerRun})`);
  // PostgreSQL gives bigints as text.
  return rows.map((row) => ({ ...row, paperId: Number(row.paperId), eventId: Number(row.eventId) }));
}

async function notify(app: App, userId: string, unannounced: Unannounced[]): Promise<void> {
  const works = await worksById(app, pluck(unannounced, 'paperId'));
  const corrected = works.flatMap((work) =>
    unannounced.filter(({ paperId }) => paperId === work.id).map((one) => ({ ...one, work })),
  );
  if (!corrected.length) return;
  const at = app.now();
  const keys = corrected.map(({ paperId, kind, eventId }) => `${paperId} ${kind} ${eventId || ''}`.trim());
  const id = digestId(userId, 'correction', ...keys.sort());
  await transaction(app, async (app) => {
    await writeDigest(app, null, {
      paperIds: [],
      row: {
        ...{ id, userId, searchTermId: null, searchTerm: null, digestType: 'correction' },
        papersData: corrected.map(({ work, kind, term, mailedOn }) => ({
          ...{ id: String(work.id), title: work.title, url: work.url, authors: work.authors },
          ...{ journal: work.journal, source: work.source, doi: work.doi, relevanceScore: 0 },
          told: { state: kind, term, mailedOn },
          ...(kind === 'corrected' || kind === 'concern' ? { notice: kind } : {}),
          ...(kind === 'retracted' || kind === 'withdrawn' ? { retracted: true } : {}),
        })),
        subject: subjectLine(
          correctionSubject(
            corrected.map(({ work: { title }, kind: state, ...mailed }) => ({ ...mailed, title, state })),
          ),
        ),
        ...{ periodStart: at, periodEnd: at, createdAt: at },
      },
    });
    const announced = await app.db
      .insert(toldCorrections)
      .values(corrected.map((one) => ({ ...pick(one, 'userId paperId kind eventId'), digestId: id })))
      .onConflictDoNothing()
      .returning({ paperId: toldCorrections.paperId });
    // If two processes notify at once, the second rolls back, including its mail.
    if (announced.length < corrected.length) throw new AlreadyNotified();
  });
}
