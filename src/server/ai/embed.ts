import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embedMany } from 'ai';
import { toUnitLength } from '#engine/core/unitLength.ts';
import type { Config } from '#platform/runtime/config.ts';
import { openCallPolicy } from './callPolicy.ts';
import { type Embedder, type ModelContext, ModelTrouble } from './models.ts';

/** Texts in one request: a page of abstracts stays far below what servers take. */
const batchSize = 64;
const defaultMaxWaitMs = 30_000;

/**
 * An embedding model under its own call policy. It has no budget: it costs a hundredth of a chat, and each vector is
 * requested once, because it is stored in the paper's row.
 */
export function openEmbedder(
  { baseUrl, apiKey, model: name }: NonNullable<Config['embeddings']>,
  { log }: Pick<ModelContext, 'log'>,
): Embedder {
  const provider = createOpenAICompatible({
    name: 'embeddings',
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
  });
  const model = provider.embeddingModel(name);
  const underPolicy = openCallPolicy({ atOnce: 4, name, log });
  let dimensions: number | null = null;

  return {
    name,
    get dimensions() {
      return dimensions;
    },
    async embed(texts, { signal: caller, maxWaitMs = defaultMaxWaitMs } = {}) {
      const vectors: Float32Array[] = [];
      for (let from = 0; from < texts.length; from += batchSize) {
        caller?.throwIfAborted();
        const values = texts.slice(from, from + batchSize);
        const batch = await underPolicy(maxWaitMs, async (signal) => {
          const { embeddings } = await embedMany({
            model,
            values,
            maxRetries: 0,
            abortSignal: AbortSignal.any([signal, ...(caller ? [caller] : [])]),
          });
          return checked(embeddings, values.length, dimensions);
        });
        dimensions = batch[0]?.length ?? dimensions;
        vectors.push(...batch);
      }
      return vectors;
    },
  };
}

/** Rejects replies of a model that was swapped behind its name, or of a server that dropped a text. */
function checked(embeddings: number[][], count: number, dimensions: number | null): Float32Array[] {
  const length = dimensions ?? embeddings[0]?.length;
  if (embeddings.length !== count || embeddings.some((one) => one.length !== length))
    throw new ModelTrouble('malformed', new Error('vectors are missing or of another length'));
  return embeddings.map(unitVector);
}

function unitVector(values: number[]): Float32Array {
  const vector = Float32Array.from(values);
  if (!toUnitLength(vector)) throw new ModelTrouble('malformed', new Error('a vector has no direction'));
  return vector;
}
