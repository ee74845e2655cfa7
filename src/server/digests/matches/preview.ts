import { LRUCache } from 'lru-cache';
import { worksById } from '#corpus/works/works.ts';
import type { CloseMatch } from '#engine/core/types.ts';
import type { App } from '#kit/feature.ts';
import { entryOf } from '#reading/extractive.ts';
import type { Preview } from '#shared/topics/understanding.ts';
import { pluck } from '#shared/values/pick.ts';
import { plain } from '#shared/values/plainText.ts';
import { hourMs } from '#shared/values/time.ts';
import { topicKey } from '#topics/topic/topic.ts';
import { readTopicNow } from '#topics/understanding.ts';
import { knownReadings } from '../run/readings.ts';

const papersShown = 3;
const topicsKept = 500;

/** Previews by topic. Each index has its own, because it serves one corpus. */
const answers = new WeakMap<object, LRUCache<string, { at: number; answer: Preview }>>();

/** The cached preview of the last hour for a topic, which takes no work; null if there is none. */
export function earlierPreview(app: Pick<App, 'index' | 'now'>, text: string): Preview | null {
  const earlier = answers.get(app.index)?.get(topicKey(text));
  const isRecent = earlier && app.now().getTime() - earlier.at < hourMs;
  return isRecent && earlier.answer.reading.topic === text ? earlier.answer : null;
}

/**
 * This week's best three papers for a topic and how it is read. Uses the corpus alone: asks no source and no model, and
 * stores nothing. Cached in memory for an hour, unless the corpus is still empty.
 */
export async function previewTopic(app: Pick<App, 'db' | 'index' | 'now'>, text: string): Promise<Preview> {
  const known = answers.get(app.index) ?? new LRUCache({ max: topicsKept });
  answers.set(app.index, known);
  const answer = await newPreview(app, text);
  // Before the first harvest there is nothing to show, but there soon will be, so it is not cached.
  if ((await app.index.current()).size === 0) return answer;
  known.set(topicKey(text), { at: app.now().getTime(), answer });
  return answer;
}

async function newPreview(app: Pick<App, 'db' | 'index' | 'now'>, text: string): Promise<Preview> {
  const { reading, from, close } = await readTopicNow(app, text);
  const best = close.slice(0, papersShown);
  return { reading, from, to: app.now().toISOString().slice(0, 10), papers: await shown(app, best) };
}

/**
 * The papers with their stored readings. Reads no paper now, because that takes processor time and anybody may ask. A
 * paper without a reading is shown without its finding.
 */
async function shown(app: Pick<App, 'db'>, best: readonly CloseMatch[]): Promise<Preview['papers']> {
  if (best.length === 0) return [];
  const works = await worksById(app, pluck(best, 'id'));
  const readings = await knownReadings(app, works);
  const scores = new Map(best.map(({ id, score }) => [id, score]));
  return works.map((work) => {
    const { id, formerIds, title, url, authors, journal, source, availableOn } = work;
    // The index may know a work by an id from before it was merged.
    const known = [id, ...formerIds].find((one) => scores.has(one))!;
    const reading = readings.get(id);
    const finding = reading && entryOf({ reading, abstract: work.abstract });
    return {
      ...{ title, url, authors, journal, source, publishedOn: availableOn },
      relevanceScore: scores.get(known)!,
      ...(finding && { takeaway: finding.text }),
      ...(finding && plain(finding.quote) !== plain(finding.text) && { takeawayQuote: finding.quote }),
      ...(reading && { facts: reading.facts }),
    };
  });
}
