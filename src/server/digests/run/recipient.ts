import { eq } from 'drizzle-orm';
import type { App } from '#kit/feature.ts';
import { anyOf, batched } from '#platform/db/batch.ts';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { subscriberIn } from '#shared/billing/plan.ts';
import type { Schedule } from '#shared/topics/schedule.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import type { ReaderRow } from './finish.ts';

/** What delivery needs to know about the reader of a digest. */
export interface Recipient extends Omit<ReaderRow, 'preferences'> {
  /** Null for an account that was created by hand. */
  preferences: ReaderRow['preferences'] | null;
  /** Why no mail may be sent to this address. */
  blocked: string | null;
  /** Whether the digest's topic still exists and is active. */
  follows: boolean;
  /** The topic's own schedule. */
  schedule: Schedule | null;
  /** When the topic's next digest is due. */
  nextDigest: Date | null;
}

interface Addressed {
  userId: string;
  searchTermId: string | null;
}

/** The recipient of a digest; undefined if the reader was deleted. */
export const findRecipient = batched(
  async (
    { db, config }: Pick<App, 'db' | 'config'>,
    digests: Addressed[],
  ): Promise<(Recipient | undefined)[]> => {
    const readers = await db
      .select({ user: users, preferences: userPreferences })
      .from(users)
      .leftJoin(userPreferences, eq(userPreferences.userId, users.id))
      .where(anyOf(users.id, pluck(digests, 'userId')));
    const topics = await db
      .select({
        ...pick(searchTerms, 'id schedule isActive deletedAt'),
        nextDigest: searchTerms.nextScheduledRun,
      })
      .from(searchTerms)
      .where(
        anyOf(
          searchTerms.id,
          digests.flatMap(({ searchTermId }) => searchTermId ?? []),
        ),
      );
    return digests.map(({ userId, searchTermId }) => {
      const found = readers.find(({ user }) => user.id === userId);
      if (!found) return undefined;
      const topic = topics.find(({ id }) => id === searchTermId);
      return {
        user: subscriberIn(config.edition, found.user),
        preferences: found.preferences,
        blocked: whyBlocked(found.user),
        follows: Boolean(topic?.isActive && !topic.deletedAt),
        schedule: topic?.schedule ?? null,
        nextDigest: topic?.nextDigest ?? null,
      };
    });
  },
);

function whyBlocked({ isActive, mailBlocked }: typeof users.$inferSelect): string | null {
  if (!isActive) return 'The account is closed.';
  return mailBlocked ? 'Mail to this address came back.' : null;
}
