import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { searchTerms } from '#platform/db/schema.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import type { TopicsApp } from '../app.ts';
import type { TopicRow } from '../topic/topic.ts';
import { fromLibrary, isPlausible, surroundings } from './fromCorpus.ts';
import { fromTranslation } from './fromMesh.ts';
import { fromModel } from './fromModel.ts';
import { chosen } from './phrases.ts';

type Expanding = Pick<TopicsApp, 'db' | 'now' | 'index' | 'models'>;

/**
 * Words and phrases that widen a topic, weightiest first, at most eight: from the model when there is one, from what
 * the library explains and keeps together, and from PubMed's `translation` of a live search. Waits six seconds for a
 * model at most, and never fails with one.
 */
export async function expandTopic(
  app: Pick<Expanding, 'db' | 'index' | 'models'>,
  { topic, userId, translation = null, known = null }: Asked,
): Promise<Expansion[]> {
  const [said, around] = await Promise.all([
    known ?? fromModel(app, topic, userId),
    surroundings(app, topic),
  ]);
  return chosen(
    topic,
    fromLibrary(topic, around),
    translation ? fromTranslation(translation) : [],
    said.filter((one) => isPlausible(one, topic, around)),
  );
}

interface Asked {
  topic: string;
  userId: string;
  translation?: string | null;
  /** What the model has said already; null when it is to be asked. */
  known?: Expansion[] | null;
}

/** Whether a term's expansion is still to be found; once found, or changed by the reader, it stays. */
export const needsExpansion = ({ expandedAt, requestedAt }: TopicRow): boolean =>
  expandedAt === null || expandedAt < requestedAt;

/**
 * Finds and keeps the expansion of a term that has none yet. With what a live search has brought it may be called
 * again in the same run, on the term that it gave back: then the library knows more of the topic. A term that was
 * reworded or changed by its reader meanwhile keeps what it has. Safe to run any number of times.
 */
export async function expandTerm(
  app: Expanding,
  term: TopicRow,
  { translation = null }: { translation?: string | null } = {},
): Promise<TopicRow> {
  const expansion = await expandTopic(app, {
    topic: term.term,
    userId: term.userId,
    translation,
    known: needsExpansion(term) ? null : term.expansion.filter(({ from }) => from === 'model'),
  });
  const [expanded] = await app.db
    .update(searchTerms)
    .set({ expansion, expandedAt: app.now() })
    .where(
      and(
        eq(searchTerms.id, term.id),
        eq(searchTerms.requestedAt, term.requestedAt),
        needsExpansion(term)
          ? or(isNull(searchTerms.expandedAt), lt(searchTerms.expandedAt, searchTerms.requestedAt))
          : eq(searchTerms.expandedAt, term.expandedAt!),
      ),
    )
    .returning({ expansion: searchTerms.expansion, expandedAt: searchTerms.expandedAt });
  return expanded ? { ...term, ...expanded } : term;
}
