import type { Db } from '#platform/db/open.ts';
import { emailDigests, searchTerms, sessions } from '#platform/db/schema.ts';
import { hashToken } from '#platform/randomToken.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { addDueReaders } from '#test/chaos/setup/seed.ts';
import type { CorpusPaper } from '#test/inlineIndex.ts';
import { topicsFrom } from '../data/corpusOfSize.ts';

/** The calls that a dashboard makes when it opens, by name. */
export const calls = {
  account: () => '/api/auth/me',
  topics: (userId: string) => `/api/users/${userId}/search-terms`,
  digests: (userId: string) => `/api/users/${userId}/digests`,
  preferences: (userId: string) => `/api/users/${userId}/preferences`,
};

/** Headers as a signed-in browser sends them. */
export const headersOf = (userId: string) => ({
  cookie: `__Host-litwatch=${userId}`,
  'accept-encoding': 'gzip',
});

/** Creates signed-in readers with this many weeks of digests in the archive. Returns their ids. */
export async function seedVisitors(
  db: Db,
  papers: readonly CorpusPaper[],
  { visitors, weeks }: { visitors: number; weeks: number },
): Promise<string[]> {
  const topics = topicsFrom(papers, visitors);
  const ids = await addDueReaders(db, topics, 'visitor');
  const at = new Date();
  await db.insert(sessions).values(
    ids.map((userId) => ({
      ...{ userId, tokenHash: hashToken(userId), createdAt: at, lastSeenAt: at },
      expiresAt: new Date(at.getTime() + 86_400_000),
    })),
  );
  const terms = await db.select().from(searchTerms);
  const termOf = new Map(terms.map(({ userId, id }) => [userId, id]));
  for (const [reader, userId] of ids.entries()) {
    const owner = { userId, searchTermId: termOf.get(userId)!, searchTerm: topics[reader]! };
    const week = (_: unknown, at: number) => ({ ...owner, ...archived(papers, reader + at, at) });
    await db.insert(emailDigests).values(Array.from({ length: weeks }, week));
  }
  return ids;
}

/** A weekly digest with every field filled. */
function archived(papers: readonly CorpusPaper[], from: number, week: number) {
  const end = new Date(Date.now() - (week + 1) * 7 * 86_400_000);
  const ten = papers.slice(from * 10, from * 10 + 10);
  return {
    digestType: 'weekly',
    subject: 'Ten new papers on what you follow',
    content: '',
    status: 'sent',
    sentAt: end,
    createdAt: end,
    periodStart: new Date(end.getTime() - 7 * 86_400_000),
    periodEnd: end,
    windowDays: 7,
    writtenBy: 'sentences taken from the abstracts',
    aiSummary: ten.slice(0, 4).map(opening).join('\n'),
    summary: ten
      .slice(0, 4)
      .map((paper, at) => ({ text: opening(paper), paper: at + 1, quote: opening(paper) })),
    coverage: usualSources.map((source) => ({
      ...{ source, outcome: 'complete' as const, from: '2026-01-01', to: '2026-01-08' },
      ...{ records: 5000, malformed: 0, papers: 3, sentence: null },
    })),
    papersData: ten.map((paper) => ({
      ...{ source: paper.source, title: paper.title, abstract: paper.abstract, journal: paper.journal },
      id: String(paper.id),
      url: `https://papers.example/${paper.id}`,
      authors: ['Ada Lovelace', 'Charles Babbage'],
      relevanceScore: 0.5,
      parts: { lexical: 0.2, feedback: 0.05, latent: 0.2, embedding: 0, impact: 0.05, liked: 0 },
      why: { matched: ['what you follow'], expanded: ['words for it'], because: null },
      doi: null,
      publishedOn: paper.availableOn,
      publicationTypes: [],
      note: 'new' as const,
      takeaway: opening(paper),
      takeawayQuote: opening(paper),
    })),
  } satisfies Partial<typeof emailDigests.$inferInsert>;
}

const opening = ({ title, abstract }: CorpusPaper): string => (abstract ?? title).slice(0, 150);
