import { getTableColumns } from 'drizzle-orm';
import { emailDigests } from '#platform/db/schema.ts';
import type { Digest, DigestStatus } from '#shared/digests/digest.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { withFeedback } from '#topics/feedback/onDigests.ts';
import type { DigestsApp } from '../app.ts';
import { withTakenBack } from './takenBack.ts';

/** All but the mail itself: an archive of 200 digests would bring 15 MB of it that nobody is shown. */
const { content: _html, contentText: _text, ...columns } = getTableColumns(emailDigests);

export { columns as digestColumns };

export type DigestRow = Omit<typeof emailDigests.$inferSelect, 'content' | 'contentText'>;

export type ShownDigest = Omit<Digest, 'papersData'> & { papersData: PaperInput[] };

/** As they were sent, with what became of their papers since and what the reader said of them. */
export const shownDigests = async (app: Pick<DigestsApp, 'db'>, rows: DigestRow[]): Promise<ShownDigest[]> =>
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
