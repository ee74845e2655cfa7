import { and, eq } from 'drizzle-orm';
import { papersById } from '#corpus/works/papers.ts';
import { emailDigests } from '#platform/db/schema.ts';
import { isUuid } from '#platform/http/uuid.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { CitationsApp } from './app.ts';
import type { Referred } from './citation.ts';

/**
 * The papers of a digest in the order of their numbers; with `userId` only of that reader's own digests.
 * @throws AppError `not_found`; a foreign digest is as missing as one that never was.
 */
export async function referredPapers(
  app: Pick<CitationsApp, 'db'>,
  { id, userId }: { id: string; userId?: string },
): Promise<Referred[]> {
  const [digest] = isUuid(id)
    ? await app.db
        .select({ papers: emailDigests.papersData })
        .from(emailDigests)
        .where(and(eq(emailDigests.id, id), userId ? eq(emailDigests.userId, userId) : undefined))
    : [];
  if (!digest) throw new AppError('not_found', 'This digest does not exist.');
  const ids = digest.papers.map((paper) => Number(paper.id)).filter(Number.isSafeInteger);
  const works = await papersById(app, ids);
  const byId = new Map(works.flatMap((work) => [work.id, ...work.formerIds].map((id) => [id, work])));
  return digest.papers.map((paper) => ({ paper, work: byId.get(Number(paper.id)) }));
}
