import { and, eq, inArray, sql } from 'drizzle-orm';
import { rowsAsTable } from '#platform/db/parameters/rowsAsTable.ts';
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

/** A paper's state before a change, from which `restoreMany` restores it. */
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
 * Answers, tags or untags many papers of a reader's shelf in one transaction. Skips ids that are not on it. Returns the
 * previous state of each paper. Idempotent.
 * @throws AppError `invalid`, without any change, if a paper would have too many tags
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

/** Restores the state and tags of each paper. Skips papers that have left the shelf since. Idempotent. */
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

/** Locks rows in order of id, so that two changes never deadlock. */
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

/** A row and its new values. */
interface Changed {
  row: Row;
  state: PaperState;
  tags: string[];
}

/** Writes tags in one statement, but answers one by one, because each may change a topic's feedback. */
async function setAll(app: ShelfApp, reader: Pick<Reader, 'id'>, changes: Changed[]): Promise<void> {
  if (changes.some(({ tags }) => tags.length > tagsAtMost))
    throw new AppError('invalid', `A paper can have at most ${tagsAtMost} tags.`);
  const tagged = changes.filter(({ row, tags }) => tags.join('\n') !== row.tags.join('\n'));
  if (tagged.length)
    await app.db.execute(sql`
      update reader_papers p
      set tags = r.tags, document = to_tsvector('english', r.text)
      from ${rowsAsTable(
        { paperId: 'bigint', tags: 'text[]', text: 'text' },
        tagged.map(({ row: { paperId, shown, note }, tags }) => ({
          paperId,
          tags,
          text: searchedText({ shown, note, tags }),
        })),
      )} as r
      where p.user_id = ${reader.id} and p.paper_id = r."paperId"`);
  for (const { row, state } of changes)
    if (state !== row.state)
      await setPaperState(app, reader, { paperId: String(row.paperId), termId: null, state });
}
