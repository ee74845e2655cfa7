import { eq } from 'drizzle-orm';
import { runHighlights } from '#digests/run/highlights.ts';
import { deliveredPapers, emailDigests, searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { Tier } from '#shared/billing/plan.ts';
import type { Digest } from '#shared/digests/digest.ts';
import type { Schedule } from '#shared/topics/schedule.ts';
import type { Filters, SearchTerm } from '#shared/topics/searchTerm.ts';
import { weekdays } from '#shared/values/fields.ts';
import { temporaryFolder, writeCorpus } from '#test/opened.ts';
import { eventually, newReader, type Reader, searchEnded, startWorld, type World } from '#test/world.ts';

/** An invented literature on one topic, of every article type and from every source. */
export const literature = [
  {
    source: 'pubmed',
    title: 'Lunar moss for sleep: a trial',
    types: ['Journal Article', 'Randomized Controlled Trial'],
  },
  { source: 'pubmed', title: 'Lunar moss reviewed', types: ['Journal Article', 'Review'] },
  {
    source: 'pubmed',
    title: 'Lunar moss in nine trials together',
    types: ['Journal Article', 'Meta-Analysis'],
  },
  { source: 'pubmed', title: 'Lunar moss grown in the mouse house', types: ['Journal Article'] },
  { source: 'pubmed', title: 'Lunar moss: a letter', types: ['Letter'] },
  { source: 'arxiv', title: 'Lunar moss as a fluid' },
  { source: 'biorxiv', title: 'Lunar moss fed to a mouse' },
  { source: 'medrxiv', title: 'Lunar moss and wound healing' },
] as const;

const id = { pubmed: '99092000', arxiv: '2605.9000', biorxiv: '10.5555/moss.b0', medrxiv: '10.5555/moss.m0' };

interface Settings {
  world: World;
  /** A Team reader, new for each test. */
  reader: Reader;
  /** The reader's one topic, searched once. */
  termId: string;
}

/** Starts the product for one test file, with this literature and for each test a reader who follows the topic. */
export function openSettings() {
  const here = {} as Settings;
  const folder = temporaryFolder();
  let count = 0;

  beforeAll(async () => {
    here.world = await startWorld({ corpus: [writeCorpus(folder, [...older, ...recent])] });
  });
  afterAll(() => here.world.close());
  beforeEach(async () => {
    const email = `reader-${++count}@example.org`;
    here.reader = await newReader(here.world, email);
    await setTier(here, 'team');
    const { body } = await here.reader.post('/api/immediate-search', { searchTerm: 'lunar moss' });
    here.termId = body.searchTerm.id;
    await searchEnded(here.reader);
  });
  return here;
}

const recent = literature.map((paper, at) => ({
  id: `${id[paper.source]}${at}${paper.source === 'biorxiv' || paper.source === 'medrxiv' ? 'v1' : ''}`,
  abstract: `Lunar moss was studied in place ${at}. ${paper.title}. What came out was number ${at}.`,
  ...(paper.source !== 'pubmed' && { journal_or_category: 'biophysics' }),
  ...paper,
}));
/** Older papers on something else, so that all of those are recent. */
const older = Array.from({ length: 24 }, (_, at) => ({
  id: String(990_921_000 + at),
  title: `Tide pools in winter ${at}`,
  abstract: `Tide pools were sampled in winter ${at}. Species were fewer than in summer.`,
  published: `2026-01-${String(at + 1).padStart(2, '0')}`,
}));

export const setTier = ({ world, reader }: Settings, subscriptionTier: Tier) =>
  world.app.db.update(users).set({ subscriptionTier }).where(eq(users.id, reader.id));
export const topicOf = async ({ reader }: Settings): Promise<SearchTerm> =>
  (await reader.get(`/api/users/${reader.id}/search-terms`)).body[0];
export const digestsOf = async ({ reader }: Settings): Promise<Digest[]> =>
  (await reader.get(`/api/users/${reader.id}/digests`)).body;
export const change = (
  { reader, termId }: Settings,
  settings: { filters?: Partial<Filters> | null; schedule?: Partial<Schedule> | null },
) => reader.patch(`/api/search-terms/${termId}/settings`, settings);

/** Searches the topic as if for the first time, with its present settings. */
export async function searchAgain(here: Settings): Promise<SearchTerm> {
  await startAgain(here.world.app, here.termId);
  return searchEnded(here.reader);
}

/** Starts a search of the topic as if it were the first. */
export async function startAgain(app: World['app'], termId: string): Promise<void> {
  const { db } = app;
  await db.delete(deliveredPapers).where(eq(deliveredPapers.searchTermId, termId));
  await db.delete(emailDigests).where(eq(emailDigests.searchTermId, termId));
  const fresh = { lastProcessedAt: null, nextScheduledRun: null, status: 'pending' } as const;
  await db.update(searchTerms).set(fresh).where(eq(searchTerms.id, termId));
  await enqueue(app, 'run-term', { termId }, { key: termId });
}

/** Runs a scheduled digest as if the last one ended this many days ago. */
export async function runScheduled({ world, termId }: Settings, days: number): Promise<void> {
  const { db } = world.app;
  await db.delete(deliveredPapers).where(eq(deliveredPapers.searchTermId, termId));
  const periodEnd = new Date(Date.now() - days * 86_400_000);
  await db.update(emailDigests).set({ periodEnd }).where(eq(emailDigests.searchTermId, termId));
  const nextScheduledRun = new Date(Date.now() - 1000);
  await db.update(searchTerms).set({ nextScheduledRun }).where(eq(searchTerms.id, termId));
  await enqueue(world.app, 'run-term', { termId }, { key: termId });
}

/** Runs daily highlights as if the last digest was a week ago; fails if none come. */
export async function highlights(here: Settings): Promise<Digest> {
  const { world, reader, termId } = here;
  const { db } = world.app;
  const tomorrow = weekdays[(new Date().getUTCDay() + 1) % 7]!;
  const daily = { dailyHighlights: true, deliveryDay: tomorrow };
  await db.update(userPreferences).set(daily).where(eq(userPreferences.userId, reader.id));
  await db.delete(deliveredPapers).where(eq(deliveredPapers.searchTermId, termId));
  const periodEnd = new Date(Date.now() - 7 * 86_400_000);
  await db.update(emailDigests).set({ periodEnd }).where(eq(emailDigests.searchTermId, termId));
  const before = (await digestsOf(here)).length;
  const nextHighlights = new Date(Date.now() - 1000 * before);
  await db.update(searchTerms).set({ nextHighlights }).where(eq(searchTerms.id, termId));
  await runHighlights(world.app, termId);
  return eventually(
    async () => {
      const now = await digestsOf(here);
      return now.length > before && now[0];
    },
    'highlights',
    2,
  );
}

export const titlesOf = ({ papersData }: Digest) =>
  papersData.map(({ title }) => title.replace(/\.$/, '')).sort();
export const allTitles = literature.map(({ title }) => title as string).sort();
