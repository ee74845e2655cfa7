import { and, desc, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { paperFeedback, papers, searchTerms } from '#platform/db/schema.ts';
import { uuidBytes, uuidOf } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { readToken, type Signing, signToken } from '#platform/signedLink.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { LinkedPaper, Verdict } from '#shared/topics/feedback.ts';

/** Judgements kept per topic; one more drops the oldest. The ranking reads far fewer. */
const judgementsAtMost = 200;

/**
 * Stores a reader's judgement of a paper for a topic; null removes it. The latest judgement counts; idempotent.
 * The caller checks that the topic is the reader's.
 * @throws AppError `not_found` for a paper that no digest of the topic listed and that the topic did not begin with.
 */
export const judge = (app: App, mailed: Mailed, verdict: Verdict | null): Promise<void> =>
  transaction(app, async (app) => {
    const { db, now } = app;
    await countAsSent(app, mailed);
    // Keep the work from being merged into another while we write.
    const { paperId } = found(await mailedPaper(db, mailed).for('key share', { of: papers }));
    const one = { searchTermId: mailed.termId, paperId };
    if (verdict === null) {
      await db.delete(paperFeedback).where(isThe(one));
      return;
    }
    const judgement = { verdict, createdAt: now() };
    await db
      .insert(paperFeedback)
      .values({ ...one, ...judgement })
      .onConflictDoUpdate({ target: [paperFeedback.searchTermId, paperFeedback.paperId], set: judgement });
    await dropOldest(db, mailed.termId);
  });

/**
 * The paper of a link and its judgement.
 * @throws AppError `not_found` if the topic has been deleted.
 */
export async function linkedPaper({ db }: App, mailed: Mailed): Promise<LinkedPaper> {
  const { paperId, title, term } = found(await mailedPaper(db, mailed));
  const its = isThe({ searchTermId: mailed.termId, paperId });
  const [judgement] = await db.select({ verdict: paperFeedback.verdict }).from(paperFeedback).where(its);
  return { title, term, verdict: judgement?.verdict ?? null };
}

/** The paper under its work's current id, if it was delivered for a topic that still exists, or is judged: some topics begin with papers. */
function mailedPaper(db: App['db'], { termId, paperId }: Mailed) {
  const current = sql`coalesce((select i.paper_id from paper_identifiers i where i.kind = 'joined' and i.value = ${String(paperId)}), ${paperId}::bigint)`;
  const isKnown = sql`(exists (select from delivered_papers d where d.search_term_id = ${termId} and d.paper_id = ${papers.id})
    or exists (select from paper_feedback f where f.search_term_id = ${termId} and f.paper_id = ${papers.id}))`;
  return db
    .select({ paperId: papers.id, title: papers.title, term: searchTerms.term })
    .from(papers)
    .innerJoin(searchTerms, eq(searchTerms.id, termId))
    .where(and(eq(papers.id, current), isNull(searchTerms.deletedAt), isKnown));
}

function found<T>([mailed]: T[]): T {
  if (!mailed) throw new AppError('not_found', 'This paper was not in a digest of this search term.');
  return mailed;
}

const isThe = ({ searchTermId, paperId }: { searchTermId: string; paperId: number }) =>
  and(eq(paperFeedback.searchTermId, searchTermId), eq(paperFeedback.paperId, paperId));

async function dropOldest(db: App['db'], termId: string): Promise<void> {
  const beyond = db
    .select({ paperId: paperFeedback.paperId })
    .from(paperFeedback)
    .where(eq(paperFeedback.searchTermId, termId))
    .orderBy(desc(paperFeedback.createdAt), desc(paperFeedback.paperId))
    .offset(judgementsAtMost);
  await db
    .delete(paperFeedback)
    .where(and(eq(paperFeedback.searchTermId, termId), inArray(paperFeedback.paperId, beyond)));
}

/** A paper that a digest of a topic listed. */
export type Mailed = { termId: string; paperId: number };

/** The link in a digest mail for one of its papers; `&verdict=keep`, `done`, or `less` is appended to it. */
export const feedbackLink = (app: App, mailed: Mailed): string =>
  `${app.config.baseUrl}/feedback?token=${feedbackToken(app, mailed)}`;

/** A link whose holder can record a judgement of one paper for one topic, without a sign-in. It dies with the topic. */
export function feedbackToken(app: Signing, { termId, paperId }: Mailed): string {
  const subject = Buffer.alloc(topicBytes + paperBytes);
  uuidBytes(termId).copy(subject);
  subject.writeUIntBE(paperId, topicBytes, paperBytes);
  return signToken(app, 'feedback', subject);
}

/** The paper and topic of a token; null for an invalid one. */
export function readFeedbackToken(app: Signing, token: string): Mailed | null {
  const subject = readToken(app, 'feedback', token);
  if (subject?.length !== topicBytes + paperBytes) return null;
  const termId = uuidOf(subject.subarray(0, topicBytes));
  return { termId, paperId: subject.readUIntBE(topicBytes, paperBytes) };
}

const topicBytes = 16;
/** Ids up to 2⁴⁸: more papers than there are. */
const paperBytes = 6;

/**
 * Adds the reader's papers to a topic as liked ones, in order, as many as it can have. Keeps existing judgements and skips
 * deleted papers. Idempotent.
 * The caller checks that the topic is the reader's.
 */
export async function teachWith(
  { db, now }: App,
  termId: string,
  paperIds: readonly number[],
): Promise<void> {
  await db.execute(sql`
    insert into paper_feedback (search_term_id, paper_id, verdict, created_at)
    select ${termId}::uuid, p.id, 'more', ${now().toISOString()}::timestamptz
    from json_array_elements_text(${JSON.stringify(paperIds)}::json) with ordinality as seed (id, place)
    join papers p on p.id = seed.id::bigint
    where not exists (
      select from paper_feedback f where f.search_term_id = ${termId} and f.paper_id = p.id)
    order by seed.place
    limit greatest(0, ${judgementsAtMost}::int
      - (select count(*) from paper_feedback f where f.search_term_id = ${termId}))
    on conflict do nothing`);
}

/** Whether the topic learned from papers outside its digests: its seeds, or papers added later. */
export const beganWithPapers = async ({ db }: App, termId: string): Promise<boolean> => {
  const isDelivered = sql`exists (select from delivered_papers d
    where d.search_term_id = ${termId} and d.paper_id = ${paperFeedback.paperId})`;
  return (await db.$count(paperFeedback, and(eq(paperFeedback.searchTermId, termId), not(isDelivered)))) > 0;
};

/**
 * Once a reader answers a close match that a digest had no room for, the match counts as sent with that digest, so that it
 * is no longer new. Does nothing for any other paper. Idempotent.
 */
export async function countAsSent({ db, now }: App, { termId, paperId }: Mailed) {
  await db.execute(sql`
    insert into delivered_papers (search_term_id, paper_id, digest_id, delivered_at)
    select d.search_term_id, p.id, d.id, ${now().toISOString()}::timestamptz
    from email_digests d join papers p on p.id = ${paperId}
    where d.search_term_id = ${termId} and d.further_matches @> ${JSON.stringify([{ id: paperId }])}::jsonb
    order by d.created_at desc limit 1
    on conflict do nothing`);
}
