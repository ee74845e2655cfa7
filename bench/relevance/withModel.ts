import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openModels } from '#ai/open.ts';
import { readConfig } from '#app/settings.ts';
import { candidatesOf, judgedAtMost, judgePapers, weigh } from '#digests/run/judging.ts';
import type { SearchIndex } from '#engine/core/types.ts';
import { relevanceFloor } from '#engine/score/calibrate.ts';
import { openDatabase } from '#platform/db/open.ts';
import { openLog } from '#platform/runtime/log.ts';
import { closeMatchesAtMost } from '#shared/digests/closeMatches.ts';
import { type Opinion, quoteOf } from '#stand-ins/llm/judge.ts';
import { startLlm } from '#stand-ins/llm/server.ts';
import { type Kind, kinds, type TopicReading } from '#stand-ins/llm/task.ts';
import { everywhere, topicOf } from '#test/inlineIndex.ts';
import { readTopic } from '#topics/expansion/phrases.ts';
import type { TopicSet } from '../data/topicSet.ts';

/** Names of models for `--model`. */
export const modelNames = ['recorded', 'good', 'mediocre', ...kinds] as const;
export type ModelName = (typeof modelNames)[number];

/** First digests whose topics a stand-in read and whose papers it judged, through the product's own client. */
export async function judgedDigests(
  index: SearchIndex,
  set: TopicSet,
  name: ModelName,
): Promise<{ run: Map<string, string[]>; asked: number; heard: number; tokens: number }> {
  const opinion = opinionsOf(set, name);
  const read = readingsOf(set);
  return withStandIn(
    { opinion, read },
    kinds.find((kind) => kind === name) ?? 'faithful',
    async (app, llm) => {
      const run = new Map<string, string[]>();
      let heard = 0;
      for (const { id, text } of set.topics) {
        const topic = topicOf(text, await readTopic(app, text, null));
        const found = index.shortlist(topic, everywhere, {
          ...{ limit: 10, floor: relevanceFloor, matchesAtMost: closeMatchesAtMost },
        });
        const leading = found.papers.length
          ? index.rank(topic, everywhere, { limit: judgedAtMost, floor: 0 })
          : [];
        const candidates = candidatesOf({ ...found, leading, floor: relevanceFloor });
        const names = topic.expansion.map(({ phrase }) => phrase);
        const papers = candidates.map((one) => set.papers[one.id]!);
        const asked = { wording: text, names, userId: null };
        const { byPaper, passedOver } = await judgePapers(app, asked, papers);
        const weighed = weigh(candidates, byPaper, passedOver);
        if (weighed) heard++;
        const listed = weighed?.listed ?? index.rank(topic, everywhere, { limit: 20, floor: relevanceFloor });
        run.set(
          id,
          listed.slice(0, 20).map((one) => set.papers[one.id]!.name),
        );
      }
      const tokens = JSON.stringify(llm.calls.map(({ body }) => body)).length / 4;
      const each = Math.round(tokens / Math.max(1, llm.calls.length));
      return { run, asked: llm.calls.length, heard, tokens: each };
    },
  );
}

type Settings = NonNullable<Parameters<typeof startLlm>[0]>;
type Llm = Awaited<ReturnType<typeof startLlm>>;

async function withStandIn<T>(
  settings: Settings,
  kind: Kind,
  work: (app: Parameters<typeof judgePapers>[0], llm: Llm) => Promise<T>,
): Promise<T> {
  const [llm, database] = await Promise.all([startLlm(settings), openDatabase({ url: null, folder: null })]);
  try {
    const model = { AI_BASE_URL: llm.environment.AI_BASE_URL, AI_MODEL: kind, AI_TIMEOUT_SECONDS: '5' };
    const config = readConfig({ ...model, AI_TOKENS_PER_DAY: '1000000000' });
    const door = { db: database.db, log: openLog('silent'), now: () => new Date() };
    return await work({ ...door, models: await openModels(config, door) }, llm);
  } finally {
    await Promise.all([llm.close(), database.close()]);
  }
}

/** Shares of a judge's grades that are exact, and one off; the others are two off. */
const noise = { recorded: [0.75, 0.22], good: [0.75, 0.22], mediocre: [0.55, 0.37] } as const;

/**
 * What a judge of this name knows. All but `good` and `mediocre` answer from the folder's `model.jsonl`, and for papers that are not
 * in it by the graders' grade under noise; they say nothing about papers that nobody graded.
 */
function opinionsOf({ folder, topics, papers, grades }: TopicSet, name: ModelName): Opinion {
  const topicId = new Map(topics.map(({ id, text }) => [text, id]));
  const paperName = new Map(papers.map(({ title, name }) => [title, name]));
  const byGrade = name === 'good' || name === 'mediocre';
  const recorded = byGrade ? new Map<string, Recorded>() : recordedIn(folder);
  const [exact, oneOff] = noise[byGrade ? name : 'recorded'];
  return (topic, paper) => {
    const id = topicId.get(topic) ?? '';
    const key = `${id} ${paperName.get(paper.title)}`;
    const known = recorded.get(key);
    if (known) return known;
    const graded = grades.get(id)?.get(paperName.get(paper.title) ?? '') ?? (byGrade ? 0 : null);
    if (graded === null) return null;
    const chance = fraction(key, 'size');
    const by = chance < exact ? 0 : chance < exact + oneOff ? 1 : 2;
    const grade = blurred(graded, by, fraction(key, 'way') < 0.5);
    return { grade, quote: grade >= 2 ? quoteOf(paper) : '' };
  };
}

/** A grade with an error of `by`, up or down, within 0 to 3. */
function blurred(grade: number, by: number, up: boolean): number {
  const moved = grade + (up ? by : -by);
  return moved >= 0 && moved <= 3 ? moved : Math.min(3, Math.max(0, grade + (up ? -by : by)));
}

/** A number from 0 to 1 that depends only on the texts. */
const fraction = (...texts: string[]): number =>
  createHash('sha256').update(texts.join('\n')).digest().readUInt32LE(0) / 2 ** 32;

type Recorded = ReturnType<Opinion>;

interface Answer {
  topic: string;
  text: string;
  reading: { all_of: string[][]; not: string[] };
  papers: { paper: string; grade: number; quote?: string }[];
}

function answersIn(folder: string): Answer[] {
  const file = path.join(folder, 'model.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
}

const recordedIn = (folder: string): Map<string, Recorded> =>
  new Map(
    answersIn(folder).flatMap(({ topic, papers }) =>
      papers.map(({ paper, grade, quote = '' }) => [`${topic} ${paper}`, { grade, quote }] as const),
    ),
  );

/** The folder's readings. They name no words of the topic: each part has those that are most like its names. */
function readingsOf({ folder }: TopicSet): (topic: string) => TopicReading {
  const byText = new Map(answersIn(folder).map(({ text, reading }) => [text, reading]));
  return (topic) => {
    const { all_of: parts = [], not = [] } = byText.get(topic) ?? {};
    const aspects = parts.map((names) => ({ said: mostLike(names, topic), names }));
    return { language: 'en', corrected: topic, aspects, not, kind: '' };
  };
}

/** The words of a topic, up to six in a row, that share most beginnings of words with one of the names; all if none do. */
function mostLike(names: readonly string[], topic: string): string {
  const beginnings = (text: string) =>
    new Set((text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).map((word) => word.slice(0, 4)));
  const words = topic.split(/\s+/);
  const from = (at: number) => [1, 2, 3, 4, 5, 6].filter((size) => at + size <= words.length);
  const spans = words.flatMap((_, at) => from(at).map((size) => words.slice(at, at + size).join(' ')));
  const likeness = (span: string) => {
    const own = beginnings(span);
    const shared = (other: Set<string>) => [...own].filter((word) => other.has(word)).length;
    const likenessTo = (other: Set<string>) => (2 * shared(other)) / (own.size + other.size || 1);
    return Math.max(...names.map(beginnings).map(likenessTo));
  };
  const best = spans
    .map((span) => ({ span, like: likeness(span) - span.length / 1000 }))
    .sort((a, b) => b.like - a.like)[0];
  return best && best.like >= 0.45 ? best.span : topic;
}
