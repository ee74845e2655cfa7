import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embedMany } from 'ai';
import { toUnitLength } from '#engine/core/unitLength.ts';
import { boundedFetch } from '#platform/http/boundedFetch.ts';
import type { Config } from '#platform/runtime/config.ts';
import { openCallPolicy } from './callPolicy.ts';
import { type Embedder, type ModelContext, ModelTrouble } from './models.ts';

/** Texts in one request: a page of abstracts stays far below what servers take. */
const batchSize = 64;
/** A text is not cut shorter: a server that rejects this rejects everything. */
const shortestCharacters = 120;
/** More than a batch of the longest vectors, with all digits. */
const replyBytes = 16 * 1024 * 1024;
const defaultMaxWaitMs = 30_000;

/**
 * An embedding model under its own call policy. It has no budget: it costs a hundredth of a chat, and each vector is
 * requested once, because it is stored in the paper's row.
 */
export function openEmbedder(
  { baseUrl, apiKey, model: modelName, queryPrefix, documentPrefix }: NonNullable<Config['embeddings']>,
  { log }: Pick<ModelContext, 'log'>,
): Embedder {
  const key = apiKey ? { apiKey } : {};
  const bounded = boundedFetch(replyBytes);
  const provider = createOpenAICompatible({ name: 'embeddings', baseURL: baseUrl, ...key, fetch: bounded });
  const prefixes = { query: queryPrefix, document: documentPrefix };
  const name = [modelName, ...(queryPrefix || documentPrefix ? [queryPrefix, documentPrefix] : [])].join('|');
  const model = provider.embeddingModel(modelName);
  const underPolicy = openCallPolicy({ atOnce: 4, name, log });
  let dimensions: number | null = null;

  return {
    name,
    get dimensions() {
      return dimensions;
    },
    async embed(texts, { signal: caller, maxWaitMs = defaultMaxWaitMs, as = 'document' } = {}) {
      const vectors: Float32Array[] = [];
      const request = (values: string[]) =>
        underPolicy(maxWaitMs, async (signal) => {
          caller?.throwIfAborted();
          const { embeddings } = await embedMany({
            model,
            values: values.map((value) => prefixes[as] + value),
            maxRetries: 0,
            abortSignal: AbortSignal.any([signal, ...(caller ? [caller] : [])]),
          });
          return checked(embeddings, values.length, dimensions);
        });
      for (let from = 0; from < texts.length; from += batchSize) {
        const batch = await inPieces(texts.slice(from, from + batchSize), request);
        dimensions = batch[0]?.length ?? dimensions;
        vectors.push(...batch);
      }
      return vectors;
    },
  };
}

/** Halves a rejected batch until the text is found that the server cannot take, and sends that one shorter. */
async function inPieces(
  texts: string[],
  request: (texts: string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  try {
    return await request(texts);
  } catch (error) {
    if (!(error instanceof ModelTrouble) || error.failure !== 'rejected') throw error;
    const [first = ''] = texts;
    if (texts.length === 1 && first.length <= shortestCharacters) throw error;
    const half = Math.ceil((texts.length > 1 ? texts.length : first.length) / 2);
    if (texts.length === 1) return inPieces([first.slice(0, half)], request);
    const before = await inPieces(texts.slice(0, half), request);
    return [...before, ...(await inPieces(texts.slice(half), request))];
  }
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
