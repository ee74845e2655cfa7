import { and, eq, isNull } from 'drizzle-orm';
import { anyOf, together } from '#platform/db/batch.ts';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import type { DigestsApp } from '../app.ts';

export interface Addressee {
  email: string;
  /** Why nothing may be sent there at all. */
  blocked: string | null;
  wantsMail: boolean;
  /** Is the digest's topic still there, and not paused? */
  follows: boolean;
}

/** Where a digest goes; undefined when its reader is gone. */
export const addressee = together(
  async (
    { db }: Pick<DigestsApp, 'db'>,
    digests: { userId: string; searchTermId: string | null }[],
  ): Promise<(Addressee | undefined)[]> => {
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
      .prepare('addressees')
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
