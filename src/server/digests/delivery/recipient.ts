import { and, eq, isNull } from 'drizzle-orm';
import { anyOf, batched } from '#platform/db/batch.ts';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import type { DigestsApp } from '../app.ts';

/** What delivery needs to know about the reader of a digest. */
export interface Recipient {
  email: string;
  /** Why no mail may be sent to this address. */
  blocked: string | null;
  wantsMail: boolean;
  /** Whether the digest's topic still exists and is active. */
  follows: boolean;
}

/** The recipient of a digest; undefined if the reader was deleted. */
export const findRecipient = batched(
  async (
    { db }: Pick<DigestsApp, 'db'>,
    digests: { userId: string; searchTermId: string | null }[],
  ): Promise<(Recipient | undefined)[]> => {
    const rows = await db
      .select({
        userId: users.id,
        email: users.email,
        isActive: users.isActive,
        mailBlocked: users.mailBlocked,
        wantsMail: userPreferences.weeklyDigest,
        termId: searchTerms.id,
      })
      .from(users)
      .leftJoin(userPreferences, eq(userPreferences.userId, users.id))
      .leftJoin(
        searchTerms,
        and(
          eq(searchTerms.userId, users.id),
          anyOf(
            searchTerms.id,
            digests.flatMap(({ searchTermId }) => searchTermId ?? []),
          ),
          eq(searchTerms.isActive, true),
          isNull(searchTerms.deletedAt),
        ),
      )
      .where(
        anyOf(
          users.id,
          digests.map(({ userId }) => userId),
        ),
      );
    return digests.map(({ userId, searchTermId }) => {
      const own = rows.filter((row) => row.userId === userId);
      const [reader] = own;
      if (!reader) return undefined;
      const blocked = !reader.isActive
        ? 'The account is closed.'
        : reader.mailBlocked
          ? 'Mail to this address came back.'
          : null;
      return {
        email: reader.email,
        blocked,
        wantsMail: reader.wantsMail ?? true,
        follows: own.some(({ termId }) => termId === searchTermId),
      };
    });
  },
);
