import { and, eq, isNull } from 'drizzle-orm';
import type { Topic } from '#engine/core/types.ts';
import type { App } from '#kit/feature.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type Learning, mostRules, type PhraseRule } from '#shared/topics/learning.ts';
import type { TopicRow } from '../topic/topic.ts';
import { relevanceFeedbackFor, titlesOf } from './judgements.ts';

/** Number of papers named with a phrase. */
const namedAtMost = 5;

/** The topic in the search engine's form, with the reader's judgements and rules. */
export async function taughtTopic(app: Pick<App, 'db'>, term: TopicRow): Promise<Topic> {
  const judged = await relevanceFeedbackFor(app, term.id);
  return { text: term.term, expansion: term.expansion, ...judged, lessons: term.phraseRules, vector: null };
}

/** What a topic has learned, and the reader's own rules. */
export async function learningOf(app: Pick<App, 'db' | 'index'>, term: TopicRow): Promise<Learning> {
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
  return {
    phrases: [...rules, ...learned],
    ignored: term.phraseRules.flatMap(({ phrase, wants }) => (wants === 'none' ? [phrase] : [])),
  };
}

const keyOf = (phrase: string): string => phrase.toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Sets or, with null, removes the reader's rule for a phrase. Idempotent. Returns the topic as changed.
 * @throws AppError `conflict` beyond `mostRules`.
 */
export async function setRule(
  { db }: Pick<App, 'db'>,
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
