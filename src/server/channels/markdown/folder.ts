import { randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { readDigest } from '#digests/archive/present.ts';
import { digestFiles, emailDigests, users } from '#platform/db/schema.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { makeFolder } from '#platform/runtime/makeFolder.ts';
import type { ChannelsApp } from '../app.ts';
import { fileName, writeMarkdown } from './markdown.ts';

/** Maximum files per tick. A new folder fills up over several ticks. */
const filesAtOnce = 50;

/**
 * Writes every digest into the operator's folder once, as a file in the reader's folder. A file is either complete or
 * missing. If the process is killed before it records a file, it writes the same file again. Files that the operator
 * deletes or changes stay that way. The folder of a deleted account is removed.
 */
export async function writeFolder(app: ChannelsApp): Promise<void> {
  const { markdownDir } = app.config.channels;
  if (!markdownDir) return;
  const digests = await app.db
    .select({ id: emailDigests.id, userId: emailDigests.userId })
    .from(emailDigests)
    .leftJoin(digestFiles, eq(digestFiles.digestId, emailDigests.id))
    .where(and(isNull(digestFiles.digestId), ne(emailDigests.digestType, 'note')))
    .orderBy(asc(emailDigests.createdAt))
    .limit(filesAtOnce);
  for (const { id, userId } of digests) {
    const digest = await readDigest(app, { id: userId }, id);
    const folder = path.join(markdownDir, userId);
    makeFolder(folder);
    await writeFile(path.join(folder, ownerFile), app.config.baseUrl);
    // The id distinguishes two digests of one day and topic.
    const name = fileName(digest).replace(/\.md$/, `-${id.slice(0, 8)}.md`);
    await writeWhole(path.join(folder, name), writeMarkdown(digest, app.config.baseUrl));
    await app.db.insert(digestFiles).values({ digestId: id, writtenAt: app.now() }).onConflictDoNothing();
  }
  await removeLeftFolders(app, markdownDir);
}

/** A file in each reader's folder with this installation's address, so that we never remove folders of others. */
const ownerFile = '.litwatch';

/** Writes to a temporary name first, so that a program watching the folder never sees a partial file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.tmp`);
  try {
    await writeFile(draft, text, { mode: 0o640 });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Our folders of deleted accounts. */
async function removeLeftFolders({ db, config }: ChannelsApp, markdownDir: string): Promise<void> {
  const found = await readdir(markdownDir, { withFileTypes: true }).catch(() => []);
  const ids = found.filter((entry) => entry.isDirectory() && isUuid(entry.name)).map(({ name }) => name);
  if (!ids.length) return;
  const rows = await db.select({ id: users.id }).from(users).where(inArray(users.id, ids));
  const known = new Set(rows.map(({ id }) => id));
  for (const id of ids.filter((one) => !known.has(one))) {
    const folder = path.join(markdownDir, id);
    const owner = await readFile(path.join(folder, ownerFile), 'utf8').catch(() => null);
    if (owner === config.baseUrl) await rm(folder, { recursive: true, force: true });
  }
}
