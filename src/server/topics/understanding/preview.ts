import { inArray } from 'drizzle-orm';
import { papers } from '#platform/db/schema.ts';
import type { CloseMatch } from '#search/core/types.ts';
import { relevanceFloor } from '#search/score/calibrate.ts';
import { usualSources } from '#shared/papers/sources.ts';
import type { Preview } from '#shared/topics/understanding.ts';
import { dayMs, hourMs, timeBefore } from '#shared/values/time.ts';
import type { TopicsApp } from '../app.ts';
import { topicKey } from '../topic/topic.ts';
import { understandTopic } from './understand.ts';

const papersShown = 3;
const topicsKept = 500;

/** Answers of the last hour, by topic, the oldest first; an index has its own, since each serves one corpus. */
const answers = new WeakMap<object, Map<string, { at: number; answer: Preview }>>();

/** The answer of the last hour for a topic, which costs nothing to give again; null if there is none. */
export function earlierPreview(app: Pick<TopicsApp, 'index' | 'now'>, text: string): Preview | null {
  const earlier = answers.get(app.index)?.get(topicKey(text));
  const isRecent = earlier && app.now().getTime() - earlier.at < hourMs;
  return isRecent && earlier.answer.reading.topic === text ? earlier.answer : null;
}

/**
 * This week's best three for a topic and how it is read, from the index alone: no source and no model is asked, and
 * nothing is stored. Kept in memory for an hour, unless the library is still empty.
 */
export async function previewTopic(
  app: Pick<TopicsApp, 'db' | 'index' | 'now'>,
  text: string,
): Promise<Preview> {
  const known = answers.get(app.index) ?? new Map<string, { at: number; answer: Preview }>();
  answers.set(app.index, known);
  const answer = await newPreview(app, text);
  // Before the first harvest there is nothing to show, and soon there will be.
  if ((await app.index.current()).size === 0) return answer;
  known.delete(topicKey(text));
  known.set(topicKey(text), { at: app.now().getTime(), answer });
  for (const oldest of known.keys()) {
    if (known.size <= topicsKept) break;
    known.delete(oldest);
  }
  return answer;
}

async function newPreview(app: Pick<TopicsApp, 'db' | 'index' | 'now'>, text: string): Promise<Preview> {
  const reading = await understandTopic(app, text);
  const from = timeBefore(app.now(), 6 * dayMs)
    .toISOString()
    .slice(0, 10);
  const index = await app.index.current();
  const best = reading.problem
    ? []
    : await index.closeMatches(
        { text, expansion: [], liked: [], disliked: [], vector: null },
        { sources: new Set(usualSources), availableFrom: from },
        { limit: papersShown, floor: relevanceFloor },
      );
  return { reading, from, to: app.now().toISOString().slice(0, 10), papers: await shown(app, best) };
}

async function shown({ db }: Pick<TopicsApp, 'db'>, best: readonly CloseMatch[]): Promise<Preview['papers']> {
  if (best.length === 0) return [];
  const ids = best.map(({ id }) => id);
  const rows = await db
    .select({
      ...{ id: papers.id, title: papers.title, url: papers.url, authors: papers.authors },
      ...{ journal: papers.journal, source: papers.source, publishedOn: papers.availableOn },
    })
    .from(papers)
    .where(inArray(papers.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return best.flatMap(({ id, score }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { id: _, ...paper } = row;
    return [{ ...paper, relevanceScore: score }];
  });
}
