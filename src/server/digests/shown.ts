import { getTableColumns } from 'drizzle-orm';
import type { Digest, DigestStatus } from '../../shared/digest.ts';
import type { PaperInput } from '../../shared/paper.ts';
import type { App } from '../app.ts';
import { emailDigests } from '../db/schema.ts';
import { withFeedback } from '../feedback/onDigests.ts';
import { withTakenBack } from './takenBack.ts';

/** All but the mail itself: an archive of 200 digests would bring 15 MB of it that nobody is shown. */
const { content: _html, contentText: _text, ...columns } = getTableColumns(emailDigests);

export { columns as digestColumns };

export type DigestRow = Omit<typeof emailDigests.$inferSelect, 'content' | 'contentText'>;

export type ShownDigest = Omit<Digest, 'papersData'> & { papersData: PaperInput[] };

/** As they were sent, with what became of their papers since and what the reader said of them. */
export const shownDigests = async (app: Pick<App, 'db'>, rows: DigestRow[]): Promise<ShownDigest[]> =>
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
