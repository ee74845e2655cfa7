import { and, eq, inArray, sql } from 'drizzle-orm';
import { jsonRows } from '#corpus/works/rows.ts';
import { readerPapers } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PaperState } from '#shared/papers/paper.ts';
import { tagsAtMost } from '#shared/shelf/shelf.ts';
import type { ShelfApp } from '../app.ts';
import { searchedText } from './document.ts';
import { currentIds, isPaperId } from './row.ts';
import { setPaperState } from './setState.ts';

/** A paper as it was before a change: with these, `restoreMany` takes it back. */
export interface Former {
  id: string;
  state: PaperState;
  tags: string[];
}

interface Change {
  ids: string[];
  state?: PaperState | undefined;
  addTags: string[];
  removeTags: string[];
}

/**
 * Answers, tags or untags many papers of a reader's shelf in one transaction; ids that are not on it are passed over.
 * Returns what each paper was before. Idempotent.
 * @throws AppError `invalid` when a paper would have too many tags; nothing is changed then
 */
export const changeMany = (
  app: ShelfApp,
  reader: Pick<Reader, 'id'>,
  { ids, state, addTags, removeTags }: Change,
): Promise<Former[]> =>
  transaction(app, async (app) => {
    const rows = await rowsOf(app, reader.id, ids);
    await setAll(
      app,
      reader,
      rows.map((row) => {
        const kept = row.tags.filter((tag) => !removeTags.includes(tag));
        return { row, state: state ?? row.state, tags: [...new Set([...kept, ...addTags])] };
      }),
    );
    return rows.map(({ paperId, state, tags }) => ({ id: String(paperId), state, tags }));
  });

/** Gives each paper the state and tags that it had. Papers that left the shelf since are passed over. Idempotent. */
export const restoreMany = (app: ShelfApp, reader: Pick<Reader, 'id'>, papers: Former[]): Promise<void> =>
  transaction(app, async (app) => {
    const rows = await rowsOf(
      app,
      reader.id,
      papers.map(({ id }) => id),
    );
    const byId = new Map(papers.map((paper) => [paper.id, paper]));
    const changes = rows.flatMap((row): Changed[] => {
      const former = byId.get(String(row.paperId));
      return former ? [{ row, state: former.state, tags: former.tags }] : [];
    });
    await setAll(app, reader, changes);
  });

type Row = typeof readerPapers.$inferSelect;

/** Locked in order of id, so that two changes never wait for each other. */
async function rowsOf({ db }: Pick<ShelfApp, 'db'>, userId: string, ids: string[]): Promise<Row[]> {
  const given = [...new Set(ids.filter(isPaperId))];
  const current = await currentIds(db, given);
  const wanted = given.map((id) => Number(current.get(id) ?? id));
  if (!wanted.length) return [];
  return db
    .select()
    .from(readerPapers)
    .where(and(eq(readerPapers.userId, userId), inArray(readerPapers.paperId, wanted)))
    .orderBy(readerPapers.paperId)
    .for('update');
}

/** A row, and what it becomes. */
interface Changed {
  row: Row;
  state: PaperState;
  tags: string[];
}

/** Tags in one statement; answers one by one, for each may teach a topic. */
async function setAll(app: ShelfApp, reader: Pick<Reader, 'id'>, changes: Changed[]): Promise<void> {
  if (changes.some(({ tags }) => tags.length > tagsAtMost))
    throw new AppError('invalid', `A paper can have at most ${tagsAtMost} tags.`);
  const tagged = changes.filter(({ row, tags }) => tags.join('\n') !== row.tags.join('\n'));
  if (tagged.length)
    await app.db.execute(sql`
      update reader_papers p
      set tags = r.tags, document = to_tsvector('english', r.text)
      from ${jsonRows(
        tagged.map(({ row: { paperId, shown, note }, tags }) => ({
          ...{ paperId, tags },
          text: searchedText({ shown, note, tags }),
        })),
      )} as r("paperId" bigint, tags text[], text text)
      where p.user_id = ${reader.id} and p.paper_id = r."paperId"`);
  for (const { row, state } of changes)
    if (state !== row.state)
      await setPaperState(app, reader, { paperId: String(row.paperId), termId: null, state });
}
