import { and, eq, isNull } from 'drizzle-orm';
import { anyOf, batched } from '#platform/db/batch.ts';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import type { DigestsApp } from '../app.ts';

/** The reader of a digest, as far as delivery has to know them. */
export interface Recipient {
  email: string;
  /** Why nothing may be sent there at all. */
  blocked: string | null;
  wantsMail: boolean;
  /** Does the digest's topic still exist, and is it active? */
  follows: boolean;
}

/** Where a digest is sent; undefined when its reader was deleted. */
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
      )
      .prepare('recipients')
      .execute();
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
