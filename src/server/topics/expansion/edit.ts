import { eq } from 'drizzle-orm';
import { searchTerms } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import type { TopicsApp } from '../app.ts';
import { type TopicRow, topicOf } from '../topic/topic.ts';
import { keyOf } from './abbreviations.ts';
import { chosen, cleanPhrase, weights } from './phrases.ts';

/**
 * Makes these phrases the term's expansion, for good: what it had keeps its weight, what is new is the reader's own.
 * The next digest is searched and ranked by them.
 */
export async function changeExpansion(
  app: Pick<TopicsApp, 'db' | 'now'>,
  reader: Pick<Reader, 'id'>,
  id: string,
  phrases: { phrase: string }[],
): Promise<TopicRow> {
  const term = await topicOf(app, reader.id, id);
  const held = new Map(term.expansion.map((one) => [keyOf(one.phrase), one]));
  const wanted = phrases.map(({ phrase }): Expansion => {
    const clean = cleanPhrase(phrase);
    if (!clean)
      throw new AppError(
        'invalid',
        `“${phrase}” cannot be searched for. Please enter a word or a short phrase.`,
      );
    return (
      held.get(keyOf(clean)) ?? { phrase: clean, kind: 'related', from: 'reader', weight: weights.reader }
    );
  });
  const [changed] = await app.db
    .update(searchTerms)
    .set({ expansion: chosen(term.term, wanted), expandedAt: app.now() })
    .where(eq(searchTerms.id, term.id))
    .returning();
  return changed!;
}
