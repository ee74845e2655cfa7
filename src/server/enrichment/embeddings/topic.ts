import { z } from 'zod';
import { answerKey, keepAnswer, keptAnswer } from '#ai/answerCache.ts';
import { ModelTrouble } from '#ai/failures.ts';
import { fromBytes, toBytes } from '#platform/db/vectorBytes.ts';
import { minus } from '#search/query/parse.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import type { EnrichmentApp } from '../app.ts';

/** A digest without vectors is nearly as good: it does not wait for them. */
const patienceMs = 2000;

interface Asked {
  term: string;
  expansion: Expansion[];
}

/**
 * The vector of a topic with what widens it, of length 1, by the configured server; asked for once a wording and
 * model. Null without a server, and when it does not answer within two seconds: never rejects because of it.
 */
export async function topicVector(
  { db, now, log, models: { embed } }: Pick<EnrichmentApp, 'db' | 'now' | 'log' | 'models'>,
  asked: Asked,
): Promise<Float32Array | null> {
  const text = topicText(asked);
  if (!embed || !text) return null;
  const key = answerKey('topic-vector', embed.name, text);
  const known = await keptAnswer({ db }, key, kept);
  if (known) return known;
  try {
    const [vector] = await embed.embed([text], { patienceMs });
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

/** From this weight on a phrase says what the topic means, and not only what goes with it. */
const leastWeight = 0.5;

/** What is embedded: the topic's words without its quotes and what it excludes, which would draw such papers near. */
export function topicText({ term, expansion }: Asked): string {
  const own = term.replace(minus, '$1').replace(/["“”]/g, '').replace(/\s+/g, ' ').trim();
  const others = expansion.filter(({ weight }) => weight >= leastWeight).map(({ phrase }) => phrase);
  return own && [own, ...others].join('; ');
}
