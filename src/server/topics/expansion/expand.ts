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
 * Phrases that expand a topic, highest weight first, at most eight: from the model if one is configured, from the
 * corpus, and from PubMed's `translation` of a live search. Waits at most six seconds for the model and never fails
 * because of it.
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
  /** The model's earlier answer; null to ask it. */
  known?: Expansion[] | null;
}

/** Whether a topic still needs an expansion. Once found, or edited by the reader, it is kept. */
export const needsExpansion = ({ expandedAt, requestedAt }: TopicRow): boolean =>
  expandedAt === null || expandedAt < requestedAt;

/**
 * Finds and stores the expansion of a topic without one. May be called again in the same run with the topic it
 * returned, after a live search has added papers to the corpus. A topic that its reader has edited in the meantime is
 * left alone. Idempotent.
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
