import { readerPapers } from '#platform/db/schema.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import type { ShelfApp } from '../app.ts';
import { documentOf } from './document.ts';
import { currentId, isRow, notFound, rowOf } from './row.ts';

interface Annotation {
  note?: string | undefined;
  tags?: string[] | undefined;
}

/**
 * Sets a reader's note (Markdown source) or tags of a paper. Idempotent; absent fields stay.
 * @throws AppError `not_found` for a paper that the reader has not answered or imported
 */
export const annotate = (
  app: Pick<ShelfApp, 'db'>,
  reader: Pick<Reader, 'id'>,
  { paperId, ...given }: Annotation & { paperId: string },
): Promise<{ note: string; tags: string[] }> =>
  transaction(app, async ({ db }) => {
    const id = await currentId(db, paperId);
    const row = await rowOf(db, reader.id, id);
    if (!row) throw notFound();
    const { note = row.note, tags = row.tags } = given;
    await db
      .update(readerPapers)
      .set({ note, tags, document: documentOf({ shown: row.shown, note, tags }) })
      .where(isRow(reader.id, id));
    return { note, tags };
  });
