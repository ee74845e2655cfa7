import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { type Work, worksById } from '#corpus/works/works.ts';
import type { App } from '#kit/feature.ts';
import { deliveredPapers, emailDigests, paperEvents, readerPapers } from '#platform/db/schema.ts';
import { sentencesOf } from '#reading/text/sentences.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { isPreprint } from '#shared/papers/sources.ts';
import { pick, pluck } from '#shared/values/pick.ts';

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
  app: Pick<App, 'db'>,
  { id: termId, userId }: { id: string; userId: string },
  since: Date,
): Promise<LaterState[]> {
  const sent = await sentBefore(app, termId, since);
  const kept = await keptOnShelf(app, userId);
  const events = [...kept, ...sent.filter(({ paperId }) => !kept.some((one) => one.paperId === paperId))];
  if (!events.length) return [];
  const works = await worksById(app, pluck(events, 'paperId'));
  const digestIds = events.flatMap(({ digestId }) => digestId ?? []);
  const digests = await app.db
    .select({ papers: emailDigests.papersData })
    .from(emailDigests)
    .where(inArray(emailDigests.id, digestIds));
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

async function sentBefore({ db }: Pick<App, 'db'>, termId: string, since: Date): Promise<HadEvent[]> {
  const events = await db
    .select({ ...pick(paperEvents, 'paperId kind'), digestId: deliveredPapers.digestId })
    .from(deliveredPapers)
    .innerJoin(paperEvents, eq(paperEvents.paperId, deliveredPapers.paperId))
    .innerJoin(emailDigests, eq(emailDigests.id, deliveredPapers.digestId))
    .where(
      and(
        eq(deliveredPapers.searchTermId, termId),
        inArray(paperEvents.kind, [...toldInDigests]),
        gt(paperEvents.at, since),
        sql`${paperEvents.at} > least(${deliveredPapers.deliveredAt}, ${emailDigests.periodEnd})`,
      ),
    )
    .orderBy(desc(paperEvents.at));
  return events.map((event) => ({ ...event, shown: null }));
}

/**
 * Kept papers that were never sent for any of the reader's topics, so that none announces their events: imported papers,
 * and papers of deleted topics. The first topic to announce one counts as having sent it, and announces later events too.
 */
async function keptOnShelf({ db }: Pick<App, 'db'>, userId: string): Promise<HadEvent[]> {
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
