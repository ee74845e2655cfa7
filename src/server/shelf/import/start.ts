import { and, eq, isNull } from 'drizzle-orm';
import { shelfImportItems, shelfImports } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ShelfImport } from '#shared/shelf/imports.ts';
import type { ShelfApp } from '../app.ts';
import { parseReferences } from './parse/parse.ts';
import { labelOf } from './parse/reference.ts';
import { readImport } from './progress.ts';

/**
 * Parses references and enqueues their look-up. Papers appear on the shelf as they are found.
 * @throws AppError `invalid` for a text without references or with too many, `conflict` while another import of the
 * reader runs
 */
export async function startImport(
  app: ShelfApp,
  userId: string,
  { text, tag }: { text: string; tag?: string | undefined },
): Promise<ShelfImport> {
  const { format, references } = await parseReferences(text);
  const importId = await transaction(app, async (app) => {
    const [running] = await app.db
      .select({ id: shelfImports.id })
      .from(shelfImports)
      .where(and(eq(shelfImports.userId, userId), isNull(shelfImports.finishedAt)));
    if (running) throw oneAtATime();
    const [added] = await app.db
      .insert(shelfImports)
      .values({ userId, format, tag: tag || null, createdAt: app.now() })
      .onConflictDoNothing()
      .returning({ id: shelfImports.id });
    if (!added) throw oneAtATime();
    for (let from = 0; from < references.length; from += 200)
      await app.db.insert(shelfImportItems).values(
        references.slice(from, from + 200).map((reference, at) => ({
          importId: added.id,
          place: from + at + 1,
          label: labelOf(reference),
          reference,
        })),
      );
    await enqueue(app, 'import-papers', { importId: added.id }, { key: added.id });
    return added.id;
  });
  return readImport(app, userId, importId);
}

const oneAtATime = (): AppError =>
  new AppError('conflict', 'An import is still running. Please wait until it is done, or delete it.');
