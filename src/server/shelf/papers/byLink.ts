import { and, eq, isNull } from 'drizzle-orm';
import { searchTerms } from '#platform/db/schema.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PaperState } from '#shared/papers/paper.ts';
import { readFeedbackToken } from '#topics/feedback/link.ts';
import type { ShelfApp } from '../app.ts';
import { setPaperState } from './setState.ts';

/**
 * Does what `setPaperState` does for the reader of a digest mail, who pressed the button behind its link “Keep”, signed in
 * or not. The link ends with its topic.
 * @throws AppError `not_found` for a link that is not ours or has ended, `limited`
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
