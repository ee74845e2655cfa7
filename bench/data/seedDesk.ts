import { randomUUID } from 'node:crypto';
import type { App } from '#kit/feature.ts';
import { deliveredPapers, type emailDigests, userPreferences } from '#platform/db/schema.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { addDigest, addPaper, addSession, addTopic, addUser } from '#test/rows.ts';

const topicCount = 3;
const digestCount = 60;
const papersEach = 10;
/** The newest digests still have unanswered papers. */
const unreadDigests = 10;
const weekMs = 7 * 86_400_000;

type Clocked = Pick<App, 'db' | 'now'>;

/** Creates a signed-in reader with topics and digests; returns the session's cookie. */
export async function seedDesk(app: Clocked): Promise<{ name: string; value: string }> {
  const { id: userId } = await addUser(app, `desk-${randomUUID()}@example.org`, { isUnlimited: true });
  await app.db.insert(userPreferences).values({ userId });
  const at = app.now().getTime();
  const searched = { status: 'completed', lastProcessedAt: new Date(at), requestedAt: new Date(at) } as const;
  const topics: Topic[] = [];
  for (const number of numbers(topicCount))
    topics.push(
      await addTopic(app, userId, `soil microbiome and drought ${number}`, {
        ...{ ...searched, nextScheduledRun: new Date(at + weekMs) },
      }),
    );
  for (const number of numbers(digestCount)) {
    const sent = new Date(at - (Math.floor(number / topicCount) * weekMs) / 7 - number * 1000);
    await addOne(app, { userId, topic: topics[number % topicCount]!, sent, number });
  }
  return { name: 'litwatch', value: (await addSession(app, userId)).token };
}

type Topic = Awaited<ReturnType<typeof addTopic>>;

/** 0 is the newest digest. */
type OneDigest = { userId: string; topic: Topic; sent: Date; number: number };

async function addOne(app: Clocked, one: OneDigest): Promise<void> {
  const ids: number[] = [];
  const [longAgo, url] = [new Date(0), 'https://example.org/'];
  for (const place of one.number < unreadDigests ? numbers(papersEach) : [])
    ids.push(
      (
        await addPaper(app, {
          ...{ source: 'pubmed', sourceId: `desk.${one.userId}.${one.number}.${place}`, abstract, url },
          ...{ title: titleOf(one.number, place), availableOn: '1970-01-01' },
          ...{ firstSeenAt: longAgo, changedAt: longAgo },
        })
      ).id,
    );
  const { id: digestId } = await addDigest(app, one.userId, digestOf(one, ids));
  for (const paperId of ids)
    await app.db
      .insert(deliveredPapers)
      .values({ searchTermId: one.topic.id, paperId, digestId, deliveredAt: app.now() });
}

/** @param ids of its papers; empty if the papers are not stored */
const digestOf = (
  { topic, sent, number }: OneDigest,
  ids: number[],
): Partial<typeof emailDigests.$inferInsert> => ({
  ...{ searchTermId: topic.id, searchTerm: topic.term, status: 'sent', windowDays: 7 },
  ...{ subject: `${topic.term}: ${papersEach} new papers` },
  ...{ sentAt: sent, createdAt: sent, periodEnd: sent, periodStart: new Date(sent.getTime() - weekMs) },
  aiSummary: 'Inoculated plots kept 18% more biomass than plots without an inoculum. [1]',
  coverage: usualSources.map((source) => ({
    ...{ source, outcome: 'complete' as const, from: '2026-01-01', to: '2026-01-08' },
    ...{ records: 5000, malformed: 0, papers: 3, sentence: null },
  })),
  papersData: numbers(papersEach).map((place) => ({
    ...(ids[place] && { id: String(ids[place]) }),
    ...{ source: 'pubmed' as const, title: titleOf(number, place), abstract, url: 'https://example.org/' },
    ...{ authors: ['Ada Example', 'Bruno Sample', 'Chen Invented'], journal: 'Invented Soil Letters' },
    ...{ relevanceScore: 0.8 - place / 20, publishedOn: '2026-03-01', takeaway: abstract.slice(0, 120) },
    why: { matched: ['soil microbiome', 'drought'], expanded: ['rhizosphere'], because: null },
  })),
});

const titleOf = (number: number, place: number): string =>
  `Roots and drought, part ${number}.${place}: what seasons of wheat in dry soils tell about their microbes`;

/** As long as the median abstract in PubMed. */
const abstract =
  'Drought is a burden. We followed plots of wheat for several seasons, with and without an inoculum of soil microbes. '.repeat(
    13,
  );

const numbers = (length: number): number[] => Array.from({ length }, (_, at) => at);
