import { and, eq } from 'drizzle-orm';
import { emailDigests } from '#platform/db/schema.ts';
import { type Reader, type Route, serveReader } from '#platform/http/route.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import { digestApi } from '#shared/digests/digest.ts';
import type { DigestsApp } from '../app.ts';
import { resendDigest } from '../delivery/resend.ts';
import { readArchive } from './list.ts';
import { readPage } from './pages.ts';
import { type DigestRow, digestColumns, presentDigests } from './present.ts';

/** The routes of the digest contract. */
export const digestRoutes: Route<DigestsApp>[] = [
  serveReader(digestApi.list, async (app, call) => {
    if (call.params.id !== call.reader.id) throw new AppError('not_found', 'These digests do not exist.');
    return readArchive(app, call);
  }),
  serveReader(digestApi.page, (app, call) => readPage(app, call)),
  serveReader(digestApi.read, async (app, { params, reader }) => {
    const [digest] = await presentDigests(app, [await digestOf(app, reader, params.id)]);
    return digest!;
  }),
  serveReader(digestApi.resend, (app, call) => resendDigest(app, call)),
];

/** The reader's own digest; somebody else's answers 404, like one that never existed. */
async function digestOf({ db }: DigestsApp, reader: Reader, id: string): Promise<DigestRow> {
  const [row] = isUuid(id)
    ? await db
        .select(digestColumns)
        .from(emailDigests)
        .where(and(eq(emailDigests.id, id), eq(emailDigests.userId, reader.id)))
    : [];
  if (!row) throw new AppError('not_found', 'This digest does not exist.');
  return row;
}
