import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Topic } from '#engine/core/types.ts';
import type { App } from '#kit/feature.ts';
import { paperFeedback, paperIdentifiers, papers, searchTerms } from '#platform/db/schema.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import type { JudgedPaper, Verdict } from '#shared/topics/feedback.ts';
import { type Learning, mostRules, type PhraseRule } from '#shared/topics/learning.ts';
import { pick } from '#shared/values/pick.ts';
import type { TopicRow } from '../topic/topic.ts';

/** The judged papers of each of these topics, latest first. */
export async function judgedPapers({ db }: App, termIds: string[]): Promise<Map<string, JudgedPaper[]>> {
  const judged = new Map(termIds.map((id): [string, JudgedPaper[]] => [id, []]));
  if (!termIds.length) return judged;
  const rows = await db
    .select({
      termId: paperFeedback.searchTermId,
      paperId: papers.id,
      title: papers.title,
      verdict: paperFeedback.verdict,
      at: paperFeedback.createdAt,
    })
    .from(paperFeedback)
    .innerJoin(papers, eq(papers.id, paperFeedback.paperId))
    .where(inArray(paperFeedback.searchTermId, termIds))
    .orderBy(desc(paperFeedback.createdAt), desc(papers.id));
  for (const { termId, paperId, at, ...rest } of rows)
    judged.get(termId)!.push({ ...rest, paperId: String(paperId), at: at.toISOString() });
  return judged;
}

/** Deletes all judgements of a topic, and its rules for phrases; returns how many judgements there were. Idempotent. */
export async function forgetJudgements({ db }: App, termId: string): Promise<number> {
  await db.update(searchTerms).set({ phraseRules: [] }).where(eq(searchTerms.id, termId));
  const own = eq(paperFeedback.searchTermId, termId);
  const deleted = await db.delete(paperFeedback).where(own).returning({ paperId: paperFeedback.paperId });
  return deleted.length;
}

/** Removes a judgement, unless the reader has changed it since. Idempotent. */
export async function takeBack(
  { db }: App,
  { termId, paperId }: { termId: string; paperId: number },
  verdict: Verdict,
): Promise<void> {
  const its = and(eq(paperFeedback.searchTermId, termId), eq(paperFeedback.paperId, paperId));
  await db.delete(paperFeedback).where(and(its, eq(paperFeedback.verdict, verdict)));
}

/** A topic learns from all its stored judgements. */
const maxPapers = 200;

/** The liked and disliked papers of a topic, for the ranking's relevance feedback. */
export const relevanceFeedbackFor = async (
  app: App,
  termId: string,
): Promise<Pick<Topic, 'liked' | 'disliked'>> => ({
  liked: await latest(app, termId, 'more'),
  disliked: await latest(app, termId, 'less'),
});

const latest = ({ db }: App, termId: string, verdict: Verdict): Promise<Topic['liked']> =>
  db
    .select(pick(papers, 'id title abstract'))
    .from(paperFeedback)
    .innerJoin(papers, eq(papers.id, paperFeedback.paperId))
    .where(and(eq(paperFeedback.searchTermId, termId), eq(paperFeedback.verdict, verdict)))
    .orderBy(desc(paperFeedback.createdAt), desc(papers.id))
    .limit(maxPapers);

/** Titles of these papers, by id. */
async function titlesOf({ db }: App, ids: number[]): Promise<Map<number, string>> {
  if (!ids.length) return new Map();
  const rows = await db.select(pick(papers, 'id title')).from(papers).where(inArray(papers.id, ids));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** For each of these topics, the number of papers judged "more" and "less". */
export async function judgementCounts(
  { db }: App,
  terms: { id: string }[],
): Promise<Map<string, Record<Verdict, number>>> {
  const counts = new Map(terms.map(({ id }) => [id, { more: 0, less: 0 }]));
  if (!terms.length) return counts;
  const rows = await db
    .select({ termId: paperFeedback.searchTermId, verdict: paperFeedback.verdict, papers: count() })
    .from(paperFeedback)
    .where(inArray(paperFeedback.searchTermId, [...counts.keys()]))
    .groupBy(paperFeedback.searchTermId, paperFeedback.verdict);
  for (const { termId, verdict, papers } of rows) counts.get(termId)![verdict] = papers;
  return counts;
}

/**
 * Adds to each digest the judgements of its papers, by the digest's ids, which may be former ids of merged
 * works. Clears `searchTermId` where the topic was deleted, because its papers can no longer be judged.
 */
export async function withFeedback<D extends { searchTermId: string | null; papersData: PaperInput[] }>(
  { db }: App,
  digests: D[],
): Promise<(D & { feedback: Record<string, Verdict> })[]> {
  const termIds = [...new Set(digests.flatMap(({ searchTermId }) => searchTermId ?? []))];
  const judgements = await judgementsOf(db, termIds);
  return digests.map((digest) => {
    const verdicts = judgements.get(digest.searchTermId ?? '');
    const feedback: Record<string, Verdict> = {};
    for (const { id = '' } of digest.papersData) {
      const verdict = verdicts?.get(id);
      if (verdict) feedback[id] = verdict;
    }
    return { ...digest, searchTermId: verdicts ? digest.searchTermId : null, feedback };
  });
}

/** For each existing topic, judgements by every current and former id of a work. */
async function judgementsOf(db: App['db'], termIds: string[]): Promise<Map<string, Map<string, Verdict>>> {
  if (!termIds.length) return new Map();
  const rows = await db
    .select({
      termId: searchTerms.id,
      paperId: paperFeedback.paperId,
      formerId: paperIdentifiers.value,
      verdict: paperFeedback.verdict,
    })
    .from(searchTerms)
    .leftJoin(paperFeedback, eq(paperFeedback.searchTermId, searchTerms.id))
    .leftJoin(
      paperIdentifiers,
      and(eq(paperIdentifiers.paperId, paperFeedback.paperId), eq(paperIdentifiers.kind, 'joined')),
    )
    .where(and(inArray(searchTerms.id, termIds), isNull(searchTerms.deletedAt)));
  const judgements = new Map<string, Map<string, Verdict>>();
  for (const { termId, paperId, formerId, verdict } of rows) {
    const verdicts = judgements.get(termId) ?? new Map<string, Verdict>();
    judgements.set(termId, verdicts);
    if (paperId === null || !verdict) continue;
    verdicts.set(String(paperId), verdict);
    if (formerId !== null) verdicts.set(formerId, verdict);
  }
  return judgements;
}

/** Moves judgements from absorbed works to those that stay; the latest counts. */
export async function moveVerdicts(db: App['db'], pairs: SQL): Promise<void> {
  await db.execute(sql`
    insert into paper_feedback (search_term_id, paper_id, verdict, created_at)
    select f.search_term_id, j.kept, f.verdict, f.created_at
    from paper_feedback f join ${pairs} on f.paper_id = j.absorbed
    order by f.created_at desc
    on conflict do nothing`);
}

/** Number of papers named with a phrase. */
const namedAtMost = 5;

/** The topic in the search engine's form, with the reader's judgements and rules. */
export async function taughtTopic(app: App, term: TopicRow, { hasVerdicts = true } = {}): Promise<Topic> {
  const judged = hasVerdicts ? await relevanceFeedbackFor(app, term.id) : { liked: [], disliked: [] };
  return { text: term.term, expansion: term.expansion, ...judged, lessons: term.phraseRules, vector: null };
}

/** What a topic has learned, and the reader's own rules. */
export async function learningOf(app: App, term: TopicRow): Promise<Learning> {
  const topic = await taughtTopic(app, term);
  const index = await app.index.current();
  const { phrases } = await index.lessons(topic);
  const titles = await titlesOf(app, [...new Set(phrases.flatMap(({ papers }) => papers))]);
  const ruled = new Map(term.phraseRules.map(({ phrase, wants }) => [keyOf(phrase), wants]));
  const learned = phrases
    .filter(({ phrase }) => !ruled.has(keyOf(phrase)))
    .map(({ phrase, wants, papers }) => ({
      phrase,
      wants,
      isRule: false,
      papers: papers
        .slice(0, namedAtMost)
        .flatMap((id) => (titles.has(id) ? [{ paperId: String(id), title: titles.get(id)! }] : [])),
    }));
  const rules = term.phraseRules.flatMap(({ phrase, wants }) =>
    wants === 'none' ? [] : [{ phrase, wants, isRule: true, papers: [] }],
  );
  const ignored = term.phraseRules.filter(({ wants }) => wants === 'none').map(({ phrase }) => phrase);
  return { phrases: [...rules, ...learned], ignored };
}

const keyOf = (phrase: string): string => phrase.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Sets or, with null, removes the reader's rule for a phrase. Idempotent. Returns the topic as changed.
 * @throws AppError `conflict` beyond `mostRules`.
 */
export async function setRule(
  { db }: App,
  term: TopicRow,
  { phrase, wants }: { phrase: string; wants: PhraseRule['wants'] | null },
): Promise<TopicRow> {
  const others = term.phraseRules.filter((rule) => keyOf(rule.phrase) !== keyOf(phrase));
  const phraseRules = wants ? [...others, { phrase, wants }] : others;
  if (phraseRules.length > mostRules)
    throw new AppError('conflict', `A topic keeps at most ${mostRules} rules for phrases. Remove one first.`);
  const [changed] = await db
    .update(searchTerms)
    .set({ phraseRules })
    .where(and(eq(searchTerms.id, term.id), isNull(searchTerms.deletedAt)))
    .returning();
  if (!changed) throw new AppError('not_found', 'This search term does not exist.');
  return changed;
}
