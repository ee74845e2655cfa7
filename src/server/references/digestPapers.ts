import { and, eq } from 'drizzle-orm';
import { AppError } from '../../shared/errors.ts';
import type { App } from '../app.ts';
import { emailDigests } from '../db/schema.ts';
import { papersById } from '../library/papers.ts';
import { isUuid } from '../searchTerms/term.ts';
import type { Referred } from './reference.ts';

/**
 * The papers of a digest in the order of their numbers; with `userId` only of that reader's own digests.
 * @throws AppError `not_found`; a foreign digest is as missing as one that never was.
 */
export async function referredPapers(
  app: Pick<App, 'db'>,
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
