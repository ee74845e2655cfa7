import { and, eq, isNull } from 'drizzle-orm';
import { searchTerms } from '#platform/db/schema.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PaperState } from '#shared/papers/paper.ts';
import { readFeedbackToken } from '#topics/feedback/link.ts';
import type { ShelfApp } from '../app.ts';
import { setPaperState } from './setState.ts';

/**
 * Like `setPaperState`, for a reader who pressed the button of a mail's “Keep” link, signed in or not. The link expires with
 * its topic.
 * @throws AppError `not_found` for an invalid or expired link, `limited`
 */
export async function setStateByLink(
  app: ShelfApp,
  { token, state, network }: { token: string; state: PaperState; network: string },
): Promise<{ state: PaperState; former: PaperState }> {
  const mailed = readFeedbackToken(app, token);
  const [topic] = mailed
    ? await app.db
        .select({ userId: searchTerms.userId })
        .from(searchTerms)
        .where(and(eq(searchTerms.id, mailed.termId), isNull(searchTerms.deletedAt)))
    : [];
  if (!mailed || !topic)
    throw new AppError('not_found', 'This link is incomplete or its topic was deleted. Nothing was changed.');
  await limit(app, 'feedback', { account: mailed.termId, network });
  const paperId = String(mailed.paperId);
  return setPaperState(app, { id: topic.userId }, { paperId, termId: mailed.termId, state });
}
