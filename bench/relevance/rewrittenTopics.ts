import { openModels } from '#ai/open.ts';
import { readConfig } from '#app/settings.ts';
import { openDatabase } from '#platform/db/open.ts';
import { openLog } from '#platform/runtime/log.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import { startLlm } from '#stand-ins/llm/server.ts';
import { fromModel } from '#topics/expansion/expand.ts';
import { rewrite } from './thesaurus.ts';

/**
 * A model's expansion of each topic, requested by the product's own client over HTTP. The model is a stand-in that answers from a
 * thesaurus: it knows what things are called, and nothing about papers or grades.
 */
export async function rewrittenTopics(topics: readonly string[]): Promise<Map<string, Expansion[]>> {
  const [llm, database] = await Promise.all([
    startLlm({ expand: rewrite }),
    openDatabase({ url: null, folder: null }),
  ]);
  try {
    const { EMBEDDINGS_BASE_URL: _, EMBEDDINGS_MODEL: __, ...chatOnly } = llm.environment;
    const config = readConfig({ ...chatOnly, AI_TOKENS_PER_DAY: '1000000000' });
    const door = { db: database.db, log: openLog('silent'), now: () => new Date() };
    const models = await openModels(config, door);
    const said = new Map<string, Expansion[]>();
    for (const topic of topics) said.set(topic, await fromModel({ models }, topic, null));
    return said;
  } finally {
    await Promise.all([llm.close(), database.close()]);
  }
}
