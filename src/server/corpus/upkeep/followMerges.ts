import { sql } from 'drizzle-orm';
import { transaction } from '#platform/platform.ts';
import type { CorpusApp } from '../app.ts';
import { type Absorption, moveReaders } from '../works/absorb.ts';

const batchSize = 200;

/**
 * For a server with a replicated corpus: the harvesting server merges works without knowing the readers here. This moves
 * the readers' rows to the remaining work and deletes the absorbed one, the only change of corpus rows on this server. Safe
 * to repeat and to run concurrently. Returns how many works were absorbed.
 */
export async function followMerges(app: Pick<CorpusApp, 'db' | 'now'>): Promise<number> {
  let followed = 0;
  for (let batch = batchSize; batch === batchSize; followed += batch) batch = await followBatch(app);
  return followed;
}

const followBatch = (app: Pick<CorpusApp, 'db' | 'now'>): Promise<number> =>
  transaction(app, async ({ db }) => {
    const { rows } = await db.execute<{ kept: string; absorbed: string }>(sql`
      select i.paper_id as kept, p.id as absorbed
      from paper_identifiers i
      join papers p on p.id = i.value::bigint
      join papers k on k.id = i.paper_id
      where i.kind = 'joined' order by p.id limit ${batchSize} for update of p, k`);
    const pairs: Absorption[] = rows.map(({ kept, absorbed }) => ({
      kept: Number(kept),
      absorbed: Number(absorbed),
    }));
    if (!pairs.length) return 0;
    await moveReaders(db, pairs);
    await db.execute(sql`
      delete from papers where id in (select json_array_elements_text(${JSON.stringify(pairs.map(({ absorbed }) => absorbed))}::json)::bigint)`);
    return pairs.length;
  });
