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

/** Files written between two ticks; a new folder fills up over some of them. */
const filesAtOnce = 50;

/**
 * Writes every digest into the operator's folder once: a file each, in a folder a reader. A file is there whole or not at
 * all; one that was written twice, because the process was killed before it could note it, is the same. What the operator
 * deletes or changes there stays as it is. The folder of a deleted account is removed.
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
    // The id tells two digests of one day and topic apart.
    const name = fileName(digest).replace(/\.md$/, `-${id.slice(0, 8)}.md`);
    await writeWhole(path.join(folder, name), writeMarkdown(digest, app.config.baseUrl));
    await app.db.insert(digestFiles).values({ digestId: id, writtenAt: app.now() }).onConflictDoNothing();
  }
  await removeLeftFolders(app, markdownDir);
}

/** In each reader's folder, with this installation's address: what has another owner is never removed. */
const ownerFile = '.litwatch';

/** Beside it first, so that a program that watches the folder never sees half a file. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.tmp`);
  try {
    await writeFile(draft, text, { mode: 0o640 });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Folders of ours whose accounts are no longer there. */
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
