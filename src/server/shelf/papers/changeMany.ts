import { and, eq, inArray } from 'drizzle-orm';
import { readerPapers } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PaperState } from '#shared/shelf/paperState.ts';
import { tagsAtMost } from '#shared/shelf/shelf.ts';
import type { ShelfApp } from '../app.ts';
import { documentOf } from './document.ts';
import { currentIds, isPaperId, isRow } from './row.ts';
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
    for (const row of rows) {
      const kept = row.tags.filter((tag) => !removeTags.includes(tag));
      await setBoth(app, row, { state: state ?? row.state, tags: [...new Set([...kept, ...addTags])] });
    }
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
    for (const row of rows) {
      const former = byId.get(String(row.paperId));
      if (former) await setBoth(app, row, former);
    }
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

async function setBoth(
  app: ShelfApp,
  { userId, paperId, shown, note, ...before }: Row,
  { state, tags }: { state: PaperState; tags: string[] },
): Promise<void> {
  if (tags.length > tagsAtMost) throw new AppError('invalid', `A paper can have at most ${tagsAtMost} tags.`);
  if (tags.join('\n') !== before.tags.join('\n'))
    await app.db
      .update(readerPapers)
      .set({ tags, document: documentOf({ shown, note, tags }) })
      .where(isRow(userId, paperId));
  if (state !== before.state)
    await setPaperState(app, { id: userId }, { paperId: String(paperId), termId: null, state });
}
