import { deliveredPapers, papers, type searchTerms, sessions, userPreferences } from '#platform/db/schema.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { addDigest, addTopic, addUser } from '#test/rows.ts';

/** The newest digests still have unanswered papers; the desk does not read those of older ones, which are not stored. */
const unreadDigests = 10;
const weekMs = 7 * 86_400_000;

type App = Pick<Platform, 'db' | 'now'>;

/** Creates a signed-in reader with this many topics and digests of ten papers; returns the session's cookie. */
export async function seedDesk(
  app: App,
  { topics: topicCount, digests }: { topics: number; digests: number },
): Promise<{ name: string; value: string }> {
  const at = app.now();
  const { id: userId } = await addUser(app, 'desk@example.org', { isUnlimited: true });
  await app.db.insert(userPreferences).values({ userId });
  const topics: Topic[] = [];
  for (let number = 0; number < topicCount; number++)
    topics.push(
      await addTopic(app, userId, `soil microbiome and drought ${number}`, {
        ...{ status: 'completed', lastProcessedAt: at, requestedAt: at },
        nextScheduledRun: new Date(at.getTime() + weekMs),
      }),
    );
  for (let number = 0; number < digests; number++) {
    const sent = new Date(at.getTime() - (Math.floor(number / topicCount) * weekMs) / 7 - number * 1000);
    await addWeek(app, topics[number % topicCount]!, { number, sent });
  }
  const token = newToken();
  const seen = { createdAt: at, lastSeenAt: at, expiresAt: new Date(at.getTime() + weekMs) };
  await app.db.insert(sessions).values({ userId, tokenHash: hashToken(token), ...seen });
  return { name: 'litwatch', value: token };
}

type Topic = typeof searchTerms.$inferSelect;

/** Adds one digest; 0 is the newest. */
async function addWeek(
  app: App,
  { id: searchTermId, userId, term }: Topic,
  { number, sent }: { number: number; sent: Date },
): Promise<void> {
  const longAgo = new Date(0);
  const ten = Array.from({ length: 10 }, (_, place) => ({
    ...{ source: 'pubmed' as const, abstract, url: 'https://example.org/' },
    title: `Roots and drought, part ${number}.${place}: what seasons of wheat in dry soils tell about their microbes`,
  }));
  const stored = ten.map((paper, place) => ({
    ...{ ...paper, sourceId: `desk.${number}.${place}` },
    ...{ availableOn: '1970-01-01', firstSeenAt: longAgo, changedAt: longAgo },
  }));
  const works =
    number < unreadDigests ? await app.db.insert(papers).values(stored).returning({ id: papers.id }) : [];
  const { id: digestId } = await addDigest(app, userId, {
    ...{ searchTermId, searchTerm: term, status: 'sent', subject: `${term}: 10 new papers`, windowDays: 7 },
    ...{ sentAt: sent, createdAt: sent, periodEnd: sent, periodStart: new Date(sent.getTime() - weekMs) },
    aiSummary: 'Inoculated plots kept 18% more biomass than plots without an inoculum. [1]',
    coverage: usualSources.map((source) => ({
      ...{ source, outcome: 'complete' as const, from: '2026-01-01', to: '2026-01-08' },
      ...{ records: 5000, malformed: 0, papers: 3, sentence: null },
    })),
    papersData: ten.map((paper, place) => ({
      ...(works[place] && { id: String(works[place].id) }),
      ...{
        ...paper,
        authors: ['Ada Example', 'Bruno Sample', 'Chen Invented'],
        journal: 'Invented Soil Letters',
      },
      ...{ relevanceScore: 0.8 - place / 20, publishedOn: '2026-03-01', takeaway: abstract.slice(0, 120) },
      why: { matched: ['soil microbiome', 'drought'], expanded: ['rhizosphere'], because: null },
    })),
  });
  if (works.length)
    await app.db
      .insert(deliveredPapers)
      .values(works.map(({ id }) => ({ searchTermId, paperId: id, digestId, deliveredAt: app.now() })));
}

/** As long as the median abstract in PubMed. */
const abstract =
  'Drought is a burden. We followed plots of wheat for several seasons, with and without an inoculum of soil microbes. '.repeat(
    13,
  );
