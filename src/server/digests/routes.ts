import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { type Digest, type DigestStatus, digestApi } from '../../shared/digest.ts';
import { AppError } from '../../shared/errors.ts';
import type { PaperInput } from '../../shared/paper.ts';
import type { App } from '../app.ts';
import { emailDigests } from '../db/schema.ts';
import { withFeedback } from '../feedback/onDigests.ts';
import { isUuid } from '../searchTerms/term.ts';
import { type Reader, type Route, serveReader } from '../serve.ts';
import { resendDigest } from './resend.ts';
import { withTakenBack } from './takenBack.ts';

/** All but the mail itself: an archive of 200 digests would bring 15 MB of it that nobody is shown. */
const { content: _html, contentText: _text, ...columns } = getTableColumns(emailDigests);

type DigestRow = Omit<typeof emailDigests.$inferSelect, 'content' | 'contentText'>;

export const digestRoutes: Route[] = [
  serveReader(digestApi.list, async (app, { params, reader }) => {
    if (params.id !== reader.id) throw new AppError('not_found', 'These digests do not exist.');
    const rows = await app.db
      .select(columns)
      .from(emailDigests)
      .where(eq(emailDigests.userId, reader.id))
      .orderBy(desc(emailDigests.createdAt), emailDigests.id)
      .limit(200);
    return shownDigests(app, rows);
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
        .select(columns)
        .from(emailDigests)
        .where(and(eq(emailDigests.id, id), eq(emailDigests.userId, reader.id)))
    : [];
  if (!row) throw new AppError('not_found', 'This digest does not exist.');
  return row;
}

type ShownDigest = Omit<Digest, 'papersData'> & { papersData: PaperInput[] };

/** As they were sent, with what became of their papers since and what the reader said of them. */
const shownDigests = async (app: App, rows: DigestRow[]): Promise<ShownDigest[]> =>
  (await withFeedback(app, await withTakenBack(app, rows))).map(shownDigest);

const shownDigest = (row: DigestRow & Pick<Digest, 'feedback'>): ShownDigest => ({
  id: row.id,
  digestType: row.digestType,
  subject: row.subject,
  searchTerm: row.searchTerm,
  aiSummary: row.aiSummary,
  writtenBy: row.writtenBy,
  status: row.status as DigestStatus,
  sentAt: row.sentAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  papersData: row.papersData,
  summary: row.summary,
  coverage: row.coverage,
  windowDays: row.windowDays,
  filtered: row.filtered,
  searchTermId: row.searchTermId,
  feedback: row.feedback,
});
