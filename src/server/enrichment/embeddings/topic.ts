import { z } from 'zod';
import { answerKey, keepAnswer, keptAnswer } from '#ai/answerCache.ts';
import { ModelTrouble } from '#ai/trouble.ts';
import { fromBytes, toBytes } from '#platform/db/vectorBytes.ts';
import { minus } from '#search/query/plan.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import type { EnrichmentApp } from '../app.ts';

/** A digest without vectors is nearly as good, so it does not wait long. */
const timeoutMs = 2000;

interface Asked {
  term: string;
  expansion: Expansion[];
}

/**
 * The vector of a topic and its expansion, of length 1, from the configured server; cached per wording and model. Null
 * without a server, or if it does not answer within two seconds: never rejects because of the server.
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
    const [vector] = await embed.embed([text], { maxWaitMs: timeoutMs });
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
  const own = term.replace(minus, '$1').replace(/["“”]/g, '').replace(/\s+/g, ' ').trim();
  const others = expansion.filter(({ weight }) => weight >= leastWeight).map(({ phrase }) => phrase);
  return own && [own, ...others].join('; ');
}
