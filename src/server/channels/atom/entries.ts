import { and, desc, eq, ne } from 'drizzle-orm';
import { emailDigests } from '#platform/db/schema.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import type { ChannelsApp } from '../app.ts';

/** More than a feed reader fetches before it asks again; a weekly digest has at most a hundred papers. */
const digestsAtMost = 20;
const papersAtMost = 100;

/** A paper with its digest. */
export interface FeedEntry {
  paper: PaperInput;
  /** From 1. */
  number: number;
  digest: { id: string; searchTerm: string | null; createdAt: Date };
}

/** The newest papers of a reader's digests, or of one topic's. A paper of two topics appears once. */
export async function feedEntries(
  { db }: Pick<ChannelsApp, 'db'>,
  { userId, termId }: { userId: string; termId: string | null },
): Promise<FeedEntry[]> {
  const digests = await db
    .select({
      id: emailDigests.id,
      searchTerm: emailDigests.searchTerm,
      createdAt: emailDigests.createdAt,
      papers: emailDigests.papersData,
    })
    .from(emailDigests)
    .where(
      and(
        eq(emailDigests.userId, userId),
        ne(emailDigests.digestType, 'note'),
        termId ? eq(emailDigests.searchTermId, termId) : undefined,
      ),
    )
    .orderBy(desc(emailDigests.createdAt), emailDigests.id)
    .limit(digestsAtMost);
  const seen = new Set<string>();
  return digests
    .flatMap(({ papers, ...digest }) => papers.map((paper, at) => ({ paper, number: at + 1, digest })))
    .filter(({ paper: { id, url, title } }) => {
      const name = id ?? url ?? title;
      return !seen.has(name) && seen.add(name);
    })
    .slice(0, papersAtMost);
}
