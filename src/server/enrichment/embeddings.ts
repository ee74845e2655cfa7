import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { answerKey, keepAnswer, keptAnswer } from '#ai/answerCache.ts';
import { type Embedder, ModelTrouble } from '#ai/models.ts';
import { writeVector } from '#corpus/works/rows.ts';
import { inWindow } from '#corpus/works/works.ts';
import { askedIn } from '#engine/understanding/syntax.ts';
import type { App } from '#kit/feature.ts';
import { papers } from '#platform/db/schema.ts';
import { fromBytes, toBytes } from '#platform/db/vectorBytes.ts';
import { transaction } from '#platform/platform.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';

/** Papers in one request. */
const batchSize = 64;
/** Requests per run; the job re-enqueues itself if more remain. */
const batchesAtMost = 16;
/** About 500 tokens: what small models read, and enough to cover an abstract's subject. */
const charactersAtMost = 2000;

/**
 * Computes vectors of papers in the search window, newest first, at most 1,024 a run; true if there may be more. If the
 * server fails, earlier ones stay and the next run tries again. Idempotent, safe to run concurrently.
 */
export async function embedPapers(app: App, signal?: AbortSignal): Promise<boolean> {
  const { embed } = app.models;
  if (!embed) return false;
  let embedded = 0;
  let before = Number.MAX_SAFE_INTEGER;
  let more = true;
  for (let batch = 0; more && batch < batchesAtMost; batch++) {
    signal?.throwIfAborted();
    const rows = await papersWithoutVector(app, embed.name, before);
    more = rows.length === batchSize;
    before = rows.at(-1)?.id ?? 0;
    try {
      embedded += rows.length && (await embedBatch(app, embed, rows, signal));
    } catch (error) {
      if (!(error instanceof ModelTrouble) || signal?.aborted) throw error;
      app.log.warn({ model: embed.name, failure: error.failure }, 'papers are left without a vector');
      // These concern this batch only; any other failure would hit the next batch as well.
      if (error.failure !== 'rejected' && error.failure !== 'malformed') return false;
    }
  }
  if (embedded) app.log.info({ model: embed.name, embedded, more }, 'papers embedded');
  return more;
}

type Row = Pick<typeof papers.$inferSelect, 'id' | 'title' | 'abstract'>;

/** How many papers of the search window have no vector of the configured model; 0 without one. */
export async function papersToEmbed({ db, now, models: { embed } }: Pick<App, 'db' | 'now' | 'models'>) {
  return embed ? db.$count(papers, withoutVector(now(), embed.name)) : 0;
}

const withoutVector = (now: Date, model: string) =>
  and(eq(papers.state, 'current'), sql`${papers.vectorModel} is distinct from ${model}`, inWindow(now));

/** Latest arrivals first, which is the descending order of ids. */
const papersWithoutVector = ({ db, now }: App, model: string, before: number): Promise<Row[]> =>
  db
    .select({ id: papers.id, title: papers.title, abstract: papers.abstract })
    .from(papers)
    .where(and(lt(papers.id, before), withoutVector(now(), model)))
    .orderBy(desc(papers.id))
    .limit(batchSize);

async function embedBatch(app: App, embed: Embedder, rows: Row[], signal: AbortSignal | undefined) {
  const vectors = await embed.embed(rows.map(textOf), signal ? { signal } : {});
  await transaction(app, async ({ db, now }) => {
    for (const [at, row] of rows.entries())
      await writeVector(db, row, { vector: toBytes(vectors[at]!), vectorModel: embed.name, now: now() });
  });
  return rows.length;
}

const textOf = ({ title, abstract }: Row): string => `${title}\n${abstract ?? ''}`.slice(0, charactersAtMost);

/** A digest without vectors is nearly as good, so it does not wait long. */
const timeoutMs = 2000;

type Asked = { term: string; expansion: Expansion[] };

/**
 * The vector of a topic and its expansion, of length 1, from the configured server; cached per wording and model. Null
 * without a server, or if it does not answer within two seconds: never rejects because of the server.
 */
export async function topicVector(
  { db, now, log, models: { embed } }: App,
  asked: Asked,
): Promise<Float32Array | null> {
  const text = topicText(asked);
  if (!embed || !text) return null;
  const key = answerKey('topic-vector', embed.name, text);
  const known = await keptAnswer({ db }, key, kept);
  if (known) return known;
  try {
    const [vector] = await embed.embed([text], { as: 'query', maxWaitMs: timeoutMs });
    if (!vector) return null;
    await keepAnswer({ db, now }, key, Buffer.from(toBytes(vector)).toString('base64'));
    return vector;
  } catch (error) {
    if (!(error instanceof ModelTrouble)) throw error;
    log.warn({ model: embed.name, failure: error.failure }, 'a topic is ranked without its vector');
    return null;
  }
}

const kept = z.base64().transform((text) => fromBytes(Buffer.from(text, 'base64')));

/** From this weight on a phrase means the topic itself rather than something related. */
const leastWeight = 0.5;

/** The text to embed: the topic without quotes and exclusions, which would attract what they exclude. */
export function topicText({ term, expansion }: Asked): string {
  const own = askedIn(term).words;
  const weighty = expansion.filter(({ weight, of }) => !of && weight >= leastWeight);
  const others = weighty.map(({ phrase }) => phrase);
  return own && [own, ...others].join('; ');
}
