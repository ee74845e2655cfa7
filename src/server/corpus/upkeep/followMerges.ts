import { sql } from 'drizzle-orm';
import { transaction } from '#platform/platform.ts';
import type { CorpusApp } from '../app.ts';
import { type Absorption, moveReaders } from '../works/absorb.ts';

const batchSize = 200;

/**
 * On a server whose corpus comes from elsewhere: the other server has merged two works, knowing nothing of the readers
 * here. Their rows move to the work that stays, and the other is deleted: the only rows of the corpus that are ever
 * written here. Safe to repeat, and by many at once. Returns how many works were followed.
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
