import { and, eq } from 'drizzle-orm';
import { digestApi } from '../../shared/digest.ts';
import { AppError } from '../../shared/errors.ts';
import type { App } from '../app.ts';
import { emailDigests } from '../db/schema.ts';
import { isUuid } from '../searchTerms/term.ts';
import { type Reader, type Route, serveReader } from '../serve.ts';
import { readArchive } from './archive.ts';
import { resendDigest } from './resend.ts';
import { type DigestRow, digestColumns, shownDigests } from './shown.ts';

export const digestRoutes: Route[] = [
  serveReader(digestApi.list, async (app, call) => {
    if (call.params.id !== call.reader.id) throw new AppError('not_found', 'These digests do not exist.');
    return readArchive(app, call);
  }),
  serveReader(digestApi.read, async (app, { params, reader }) => {
    const [digest] = await shownDigests(app, [await digestOf(app, reader, params.id)]);
    return digest!;
  }),
  serveReader(digestApi.resend, (app, call) => resendDigest(app, call)),
];

/** The reader's own digest; a foreign one is as missing as one that never was. */
async function digestOf({ db }: App, reader: Reader, id: string): Promise<DigestRow> {
  const [row] = isUuid(id)
    ? await db
        .select(digestColumns)
        .from(emailDigests)
        .where(and(eq(emailDigests.id, id), eq(emailDigests.userId, reader.id)))
    : [];
  if (!row) throw new AppError('not_found', 'This digest does not exist.');
  return row;
}
