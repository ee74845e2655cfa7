import { randomUUID } from 'node:crypto';
import type { Db } from '#platform/db/open.ts';
import {
  deliveredPapers,
  emailDigests,
  papers,
  searchTerms,
  sessions,
  userPreferences,
  users,
} from '#platform/db/schema.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { usualSources } from '#shared/papers/sources.ts';

const papersEach = 10;
/** The newest digests still have unanswered papers. */
const unreadDigests = 10;
/** Older digests hold one paper each, so that the bench starts sooner; the desk does not read them. */
const longDigests = 100;
const weekMs = 7 * 86_400_000;

/** Creates a signed-in reader with this many topics and digests; returns the session's cookie. */
export async function seedDesk(
  { db, now }: { db: Db; now: () => Date },
  { topics: topicCount, digests }: { topics: number; digests: number },
): Promise<{ name: string; value: string }> {
  const [user] = await db
    .insert(users)
    .values({
      email: `desk-${randomUUID()}@example.org`,
      ...{ passwordHash: '-', isEmailVerified: true, isUnlimited: true },
    })
    .returning({ id: users.id });
  const userId = user!.id;
  await db.insert(userPreferences).values({ userId });
  const at = now().getTime();
  const topics = await db
    .insert(searchTerms)
    .values(
      Array.from({ length: topicCount }, (_, number) => ({
        ...{ userId, term: `soil microbiome and drought ${number}`, termKey: `soil ${number}` },
        ...{ status: 'completed' as const, lastProcessedAt: new Date(at), requestedAt: new Date(at) },
        nextScheduledRun: new Date(at + weekMs),
      })),
    )
    .returning({ id: searchTerms.id, term: searchTerms.term });
  for (let from = 0; from < digests; from += 100)
    await addDigests(db, { userId, topics, at, numbers: numbersFrom(from, Math.min(100, digests - from)) });
  const token = newToken();
  const seen = { createdAt: new Date(at), lastSeenAt: new Date(at), expiresAt: new Date(at + weekMs) };
  await db.insert(sessions).values({ userId, tokenHash: hashToken(token), ...seen });
  return { name: 'litwatch', value: token };
}

interface Batch {
  userId: string;
  topics: { id: string; term: string }[];
  /** When the newest digest was sent, in milliseconds. */
  at: number;
  /** 0 is the newest digest. */
  numbers: number[];
}

async function addDigests(db: Db, { userId, topics, at, numbers }: Batch): Promise<void> {
  const longAgo = new Date(0);
  const unread = numbers.filter((number) => number < unreadDigests);
  const works = unread.length
    ? await db
        .insert(papers)
        .values(
          unread.flatMap((number) =>
            paperNumbers.map((place) => ({
              ...{ source: 'pubmed' as const, sourceId: `desk.${userId}.${number}.${place}` },
              ...{ title: titleOf(number, place), abstract, url: 'https://example.org/' },
              ...{ availableOn: '1970-01-01', firstSeenAt: longAgo, changedAt: longAgo },
            })),
          ),
        )
        .returning({ id: papers.id })
    : [];
  const made = await db
    .insert(emailDigests)
    .values(
      numbers.map((number) => {
        const topic = topics[number % topics.length]!;
        const sent = new Date(at - (Math.floor(number / topics.length) * weekMs) / 7 - number * 1000);
        const ids = works.slice(number * papersEach, (number + 1) * papersEach).map(({ id }) => id);
        return digestOf({ userId, topic, sent, number, ids });
      }),
    )
    .returning({ id: emailDigests.id, searchTermId: emailDigests.searchTermId });
  if (!works.length) return;
  await db.insert(deliveredPapers).values(
    works.map(({ id }, place) => {
      const digest = made[Math.floor(place / papersEach)]!;
      const { searchTermId } = digest;
      return { searchTermId: searchTermId!, paperId: id, digestId: digest.id, deliveredAt: new Date(at) };
    }),
  );
}

interface OneDigest {
  userId: string;
  topic: { id: string; term: string };
  sent: Date;
  number: number;
  /** Ids of its papers; empty if the papers are not stored. */
  ids: number[];
}

const digestOf = ({ userId, topic, sent, number, ids }: OneDigest): typeof emailDigests.$inferInsert => ({
  ...{ userId, searchTermId: topic.id, searchTerm: topic.term, digestType: 'weekly', status: 'sent' },
  ...{ subject: `${topic.term}: ${papersEach} new papers`, content: '', windowDays: 7 },
  ...{ sentAt: sent, createdAt: sent, periodEnd: sent, periodStart: new Date(sent.getTime() - weekMs) },
  aiSummary: 'Inoculated plots kept 18% more biomass than plots without an inoculum. [1]',
  coverage: usualSources.map((source) => ({
    ...{ source, outcome: 'complete' as const, from: '2026-01-01', to: '2026-01-08' },
    ...{ records: 5000, malformed: 0, papers: 3, sentence: null },
  })),
  papersData: paperNumbers.slice(0, number < longDigests ? papersEach : 1).map((place) => ({
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

const numbersFrom = (from: number, length: number): number[] => Array.from({ length }, (_, at) => from + at);
const paperNumbers = numbersFrom(0, papersEach);
