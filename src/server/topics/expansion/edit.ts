import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { App } from '#kit/feature.ts';
import type { Db } from '#platform/db/open.ts';
import { emailDigests, searchTerms } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type Expansion, expansionsAtMost } from '#shared/topics/searchTerm.ts';
import { pluck } from '#shared/values/pick.ts';
import { stillThere, type TopicRow, topicOf } from '../topic/topic.ts';
import { chosen, isExact, keyOf, searchable, weightOfName } from './phrases.ts';

/**
 * Replaces the topic's expansion by these phrases, permanently. Existing phrases keep their weight; new ones count as the
 * reader's own. The next digest is searched and ranked by them.
 */
export async function changeExpansion(
  app: App,
  reader: Pick<Reader, 'id'>,
  id: string,
  phrases: { phrase: string; of?: string | undefined }[],
): Promise<TopicRow> {
  const term = await topicOf(app, reader.id, id);
  const heldAs = (phrase: string, of: string | undefined) =>
    term.expansion.find((one) => keyOf(one.phrase) === keyOf(phrase) && (!of || one.of === of));
  const wanted = phrases.map(({ phrase, of }): Expansion => {
    const clean = searchable(phrase);
    const known = heldAs(clean, of);
    if (known) return known;
    const given = { phrase: clean, from: 'reader' as const, weight: weightOfName };
    return of ? { ...given, kind: 'synonym', of: partOf(term.term, of) } : { ...given, kind: 'related' };
  });
  const beside = wanted.filter(({ of }) => !of);
  if (beside.length > expansionsAtMost)
    throw new AppError('invalid', `A topic can have at most ${expansionsAtMost} additional phrases.`);
  const names = wanted.filter(({ of }) => of);
  const [changed] = await app.db
    .update(searchTerms)
    .set({ expansion: [...chosen(term.term, beside), ...names], expandedAt: app.now() })
    .where(eq(searchTerms.id, term.id))
    .returning();
  return stillThere(changed);
}

/** A part of a topic that can have other names: words of it. */
function partOf(topic: string, of: string): string {
  if (isExact.test(topic))
    throw new AppError(
      'invalid',
      'A topic with operators, quotation marks or fields is searched exactly as it says. Write the other name into it, with OR.',
    );
  if (!keyOf(of) || !` ${keyOf(topic)} `.includes(` ${keyOf(of)} `))
    throw new AppError('invalid', `“${of}” is no part of this topic.`);
  return of;
}

/** By digest and version of its row. */
const counted = new LRUCache<string, Record<string, number>>({ max: 10_000 });

/**
 * By topic: how many papers of its newest digest contain each phrase of the expansion. Counting reads the whole digest,
 * so the counts are cached until it changes: a row that changes gets another `xmin`.
 */
export async function expansionCounts(
  { db }: App,
  terms: Pick<TopicRow, 'id'>[],
): Promise<Map<string, Record<string, number>>> {
  if (!terms.length) return new Map();
  const newest = await newestDigests(db, pluck(terms, 'id'));
  const counts = new Map<string, Record<string, number>>();
  const changed = newest.filter(({ digest, version }) => {
    const known = counted.get(version);
    if (known) counts.set(digest, known);
    return !known;
  });
  if (changed.length) {
    for (const { digest } of changed) counts.set(digest, {});
    const rows = await countPhrases(db, pluck(changed, 'digest'));
    for (const { digest, phrase, papers } of rows) counts.get(digest)![phrase] = papers;
    for (const { digest, version } of changed) counted.set(version, counts.get(digest)!);
  }
  return new Map(newest.map(({ term, digest }) => [term, counts.get(digest)!]));
}

/** Highlights of a day and notices are no full digests. */
const isFull = inArray(emailDigests.digestType, ['immediate', 'weekly']);
const newestDigests = (db: Db, topicIds: string[]) =>
  db
    .selectDistinctOn([emailDigests.searchTermId], {
      term: sql<string>`${emailDigests.searchTermId}`,
      digest: emailDigests.id,
      version: sql<string>`concat_ws(' ', ${emailDigests.id}, ${emailDigests}.xmin)`,
    })
    .from(emailDigests)
    .where(and(inArray(emailDigests.searchTermId, topicIds), isFull))
    .orderBy(emailDigests.searchTermId, desc(emailDigests.periodEnd));

const countPhrases = (db: Db, digestIds: string[]) =>
  db
    .select({
      digest: sql<string>`${emailDigests.id}`,
      phrase: sql<string>`phrase`,
      papers: sql<number>`count(*)::int`,
    })
    .from(
      sql`${emailDigests}
        cross join jsonb_array_elements(
          case when jsonb_typeof(papers_data) = 'array' then papers_data else '[]'::jsonb end) as paper
        cross join jsonb_array_elements_text(coalesce(paper -> 'why' -> 'expanded', '[]'::jsonb)) as phrase`,
    )
    .where(inArray(emailDigests.id, digestIds))
    .groupBy(sql`${emailDigests.id}, phrase`);
