// Longer than 250 lines because filters and schedules are followed through digest, page and mail.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runHighlights } from '#digests/run/highlights.ts';
import { deliveredPapers, emailDigests, searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { Tier } from '#shared/billing/plan.ts';
import type { Digest } from '#shared/digests/digest.ts';
import type { Schedule } from '#shared/topics/schedule.ts';
import { type Filters, noFilters, type SearchTerm } from '#shared/topics/searchTerm.ts';
import { weekdays } from '#shared/values/fields.ts';
import { eventually, newReader, startWorld, type Visitor, type World } from '#test/world.ts';

let folder: string;
let world: World;

/** An invented literature on one topic, of every kind and from every source. */
const literature = [
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

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'litwatch-settings-'));
  const corpus = path.join(folder, 'papers.jsonl');
  const lines = literature.map((paper, at) =>
    JSON.stringify({
      id: `${id[paper.source]}${at}${paper.source === 'biorxiv' || paper.source === 'medrxiv' ? 'v1' : ''}`,
      abstract: `Lunar moss was studied in place ${at}. ${paper.title}. What came out was number ${at}.`,
      authors: ['Mori, A.'],
      journal_or_category: paper.source === 'pubmed' ? 'Sample Journal' : 'biophysics',
      published: '2026-05-01',
      invented: true,
      ...paper,
    }),
  );
  // Older ones on something else, so that all of these are of the last days.
  const older = Array.from({ length: 24 }, (_, at) =>
    JSON.stringify({
      ...{ source: 'pubmed', id: String(990_921_000 + at), authors: ['Mori, A.'], invented: true },
      title: `Tide pools in winter ${at}`,
      abstract: `Tide pools were sampled in winter ${at}. Species were fewer than in summer.`,
      journal_or_category: 'Sample Journal',
      published: `2026-01-${String(at + 1).padStart(2, '0')}`,
    }),
  );
  writeFileSync(corpus, `${[...older, ...lines].join('\n')}\n`);
  world = await startWorld({ corpus: [corpus] });
}, 60_000);
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

type Person = Visitor & { id: string };
let count = 0;
let reader: Person;
let termId: string;

const tierOf = (person: Person, subscriptionTier: Tier) =>
  world.app.db.update(users).set({ subscriptionTier }).where(eq(users.id, person.id));
const term = async (): Promise<SearchTerm> =>
  (await reader.get(`/api/users/${reader.id}/search-terms`)).body[0];
const digests = async (): Promise<Digest[]> => (await reader.get(`/api/users/${reader.id}/digests`)).body;
const completed = () =>
  eventually(async () => {
    const one = await term();
    return one.status === 'completed' && one;
  }, 'the search to end');
const set = (change: { filters?: Partial<Filters> | null; schedule?: Partial<Schedule> | null }) =>
  reader.patch(`/api/search-terms/${termId}/settings`, change);

/** As if the term had never been searched, with the settings it has. */
async function searchAgain(): Promise<SearchTerm> {
  const { db } = world.app;
  await db.delete(deliveredPapers).where(eq(deliveredPapers.searchTermId, termId));
  await db.delete(emailDigests).where(eq(emailDigests.searchTermId, termId));
  await db
    .update(searchTerms)
    .set({ lastProcessedAt: null, nextScheduledRun: null, status: 'pending' })
    .where(eq(searchTerms.id, termId));
  await enqueue(world.app, 'run-term', { termId }, { key: termId });
  return completed();
}

/** As if the reader had had no digest for a week and wanted highlights, on a day without one. */
async function highlights(): Promise<Digest> {
  const { db } = world.app;
  const tomorrow = weekdays[(new Date().getUTCDay() + 1) % 7]!;
  await db
    .update(userPreferences)
    .set({ dailyHighlights: true, deliveryDay: tomorrow })
    .where(eq(userPreferences.userId, reader.id));
  await db.delete(deliveredPapers).where(eq(deliveredPapers.searchTermId, termId));
  await db
    .update(emailDigests)
    .set({ periodEnd: new Date(Date.now() - 7 * 86_400_000) })
    .where(eq(emailDigests.searchTermId, termId));
  const had = (await digests()).length;
  await db
    .update(searchTerms)
    .set({ nextHighlights: new Date(Date.now() - 1000 * had) })
    .where(eq(searchTerms.id, termId));
  await runHighlights(world.app, termId);
  return eventually(
    async () => {
      const now = await digests();
      return now.length > had && now[0];
    },
    'highlights',
    2,
  );
}

const titles = ({ papersData }: Digest) => papersData.map(({ title }) => title.replace(/\.$/, '')).sort();
const all = literature.map(({ title }) => title as string).sort();

beforeEach(async () => {
  reader = await newReader(world, `reader-${++count}@example.org`);
  await tierOf(reader, 'team');
  const { body } = await reader.post('/api/immediate-search', { searchTerm: 'lunar moss' });
  termId = body.searchTerm.id;
  await completed();
});

describe('filters', () => {
  it('let every relevant paper through when none is set', async () => {
    const [digest] = await digests();
    expect(titles(digest!)).toEqual(all);
    expect(digest!.filtered).toBeNull();
  });

  const table: [string, Partial<Filters>, string[], string][] = [
    ['a required phrase', { required: ['wound healing'] }, [literature[7].title], 'with “wound healing”'],
    [
      'an excluded one',
      { excluded: ['mouse'] },
      all.filter((title) => !title.includes('mouse')),
      'without “mouse”',
    ],
    [
      'article types',
      { articleTypes: ['trial', 'review'] },
      [literature[0].title, literature[1].title],
      'trials and reviews',
    ],
    [
      'original articles',
      { articleTypes: ['article'] },
      [literature[3].title, literature[0].title],
      'original articles',
    ],
    ['preprints', { articleTypes: ['preprint'] }, literature.slice(5).map(({ title }) => title), 'preprints'],
    [
      'sources',
      { sources: ['arxiv', 'medrxiv'] },
      [literature[5].title, literature[7].title],
      'from arXiv and medRxiv',
    ],
  ];
  it.each(table)('%s: limits the digest on the page and in the mail', async (_, filters, expected, words) => {
    expect((await set({ filters })).status).toBe(200);
    await searchAgain();
    const [digest] = await digests();
    expect(titles(digest!)).toEqual([...expected].sort());
    expect(digest!.filtered).toMatch(/^Only /);
    expect(digest!.filtered).toContain(words);
    const mail = await world.smtp.waitFor(
      (mail) => mail.to.includes(`reader-${count}@example.org`) && mail.text.includes('Only '),
    );
    expect(mail.text).toContain(digest!.filtered);
    expect(mail.html).toContain('?subject=%5BTeam%5D%20Question');
    const off = digest!.coverage.filter(({ outcome }) => outcome === 'off');
    expect(off.map(({ source }) => source)).toEqual(filters.sources ? ['pubmed', 'biorxiv'] : []);
    for (const { sentence } of off) expect(sentence).toBe('Left out by the filters of this topic.');
  });

  it('keep papers under the least relevance out', async () => {
    const [before] = await digests();
    const scores = before!.papersData.map(({ relevanceScore }) => relevanceScore);
    const minimumRelevance = Math.min(0.95, scores[2]!);
    await set({ filters: { minimumRelevance } });
    await searchAgain();
    const [digest] = await digests();
    expect(digest!.papersData.length).toBeLessThan(literature.length);
    for (const { relevanceScore } of digest!.papersData)
      expect(relevanceScore).toBeGreaterThanOrEqual(minimumRelevance);
  });

  it('say on the topic and in the notice how many papers they stopped, when none passes', async () => {
    await set({ filters: { required: ['zeppelin'] } });
    expect(await searchAgain()).toMatchObject({
      statusDetail: `8 papers of the last 365 days matched this topic, but none passed its filters. Only papers with “zeppelin”.`,
    });
    const [note] = await digests();
    expect(note).toMatchObject({ digestType: 'note', filtered: 'Only papers with “zeppelin”.' });
    const mail = await world.smtp.waitFor(
      (mail) => mail.to.includes(`reader-${count}@example.org`) && mail.subject.includes('nothing new'),
    );
    expect(mail.text.replace(/\s+/g, ' ')).toMatch(
      /found 8 papers close enough.*none that passed the filters/,
    );
  });

  it('say when the preferences turn off every source they allow, without a failure', async () => {
    await set({ filters: { sources: ['arxiv'] } });
    await world.app.db
      .update(userPreferences)
      .set({ includeArxiv: false })
      .where(eq(userPreferences.userId, reader.id));
    expect(await searchAgain()).toMatchObject({
      status: 'completed',
      statusDetail: expect.stringContaining('turned off in your preferences'),
    });
    expect(await digests()).toEqual([]);
  });

  it('apply to weekly digests as well', async () => {
    await set({ filters: { excluded: ['mouse'] } });
    const { db } = world.app;
    await db.delete(deliveredPapers).where(eq(deliveredPapers.searchTermId, termId));
    await db
      .update(emailDigests)
      .set({ periodEnd: new Date(Date.now() - 7 * 86_400_000) })
      .where(eq(emailDigests.searchTermId, termId));
    await db
      .update(searchTerms)
      .set({ nextScheduledRun: new Date(Date.now() - 1000) })
      .where(eq(searchTerms.id, termId));
    await enqueue(world.app, 'run-term', { termId }, { key: termId });
    const weekly = await eventually(
      async () => (await digests()).find(({ digestType }) => digestType === 'weekly'),
      'the weekly digest',
    );
    expect(titles(weekly)).toEqual(all.filter((title) => !title.includes('mouse')));
  });

  it('apply to daily highlights, which a daily digest replaces', async () => {
    await set({ filters: { excluded: ['trials together'] } });
    const daily = await highlights();
    // Without the filter that one stands first.
    expect(titles(daily)).not.toContain(literature[2].title);
    expect(daily).toMatchObject({
      digestType: 'daily',
      filtered: 'Only papers without “trials together”.',
    });
    await set({ schedule: { cadence: 'daily', hour: 5 } });
    await expect(highlights()).rejects.toThrow('Waited 2 s for highlights');
  });

  it.each([
    ['a phrase without a word', { required: ['!!'] }, /cannot be searched/],
    ['a phrase on both sides', { required: ['Mouse'], excluded: ['mouse'] }, /required and excluded/],
    ['too many', { excluded: Array.from({ length: 21 }, (_, at) => `word ${at}`) }, /At most 20/],
    ['a kind there is not', { articleTypes: ['poem'] as never }, /./],
  ])('are told what is wrong: %s', async (_, filters, sentence) => {
    const refused = await set({ filters });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toMatch(sentence);
    expect((await term()).filters).toBeNull();
  });

  it('are stored in plain form, once each; empty ones as none', async () => {
    const { body } = await set({ filters: { excluded: [' mouse ', 'Mouse', '"wild   type"'] } });
    expect(body.filters).toEqual({ ...noFilters, excluded: ['mouse', 'wild type'] });
    expect((await set({ filters: {} })).body.filters).toBeNull();
  });
});

describe('schedules', () => {
  const daily = { cadence: 'daily', hour: 5 } as const;
  const next = async () => (await term()).nextScheduledRun;

  it('moves the next digest at once, in the reader’s zone, and back', async () => {
    const before = await next();
    await world.app.db
      .update(userPreferences)
      .set({ timeZone: 'Asia/Tokyo' })
      .where(eq(userPreferences.userId, reader.id));
    const { body } = await set({ schedule: daily });
    expect(body.schedule).toEqual({ ...daily, days: [], dayOfMonth: 1 });
    // Five in Tokyo is 20:00 UTC.
    expect(body.nextScheduledRun).toMatch(/T20:00:00/);
    expect(Date.parse(body.nextScheduledRun) - Date.now()).toBeLessThanOrEqual(86_400_000);
    await world.app.db
      .update(userPreferences)
      .set({ timeZone: 'UTC' })
      .where(eq(userPreferences.userId, reader.id));
    expect((await set({ schedule: null })).body).toMatchObject({ schedule: null, nextScheduledRun: before });
  });

  it('shows the next digest, and the one after it', async () => {
    await set({ schedule: daily });
    const { db } = world.app;
    await db.delete(deliveredPapers).where(eq(deliveredPapers.searchTermId, termId));
    await db
      .update(emailDigests)
      .set({ periodEnd: new Date(Date.now() - 86_400_000) })
      .where(eq(emailDigests.searchTermId, termId));
    await db
      .update(searchTerms)
      .set({ nextScheduledRun: new Date(Date.now() - 1000) })
      .where(eq(searchTerms.id, termId));
    await enqueue(world.app, 'run-term', { termId }, { key: termId });
    const mail = await world.smtp.waitFor(
      (mail) => mail.to.includes(`reader-${count}@example.org`) && mail.text.includes('Daily digest'),
    );
    expect(mail.text).not.toMatch(/week/i);
    expect(Date.parse((await next())!) - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  it('follow the delivery day and the zone of the preferences', async () => {
    await set({ schedule: { cadence: 'weekly', days: ['wednesday'], hour: 9 } });
    await reader.patch(`/api/users/${reader.id}/preferences`, { timeZone: 'America/New_York' });
    await eventually(async () => /T1[34]:00:00/.test((await next())!), 'the delivery to be worked out again');
    expect(new Date((await next())!).getUTCDay()).toBe(3);
  });
});

describe('plans', () => {
  const filters = { excluded: ['mouse'] };
  const schedule = { cadence: 'daily', hour: 5 } as const;

  it.each([
    ['free', { filters }, 'Advanced filtering is part of Research Pro and Research Team.'],
    ['free', { schedule }, 'Custom delivery schedules are part of Research Team.'],
    ['pro', { schedule }, 'Custom delivery schedules are part of Research Team.'],
    ['pro', { filters, schedule }, 'Custom delivery schedules are part of Research Team.'],
  ] as const)('%s does not cover %j', async (tier, change, message) => {
    await tierOf(reader, tier);
    const refused = await set(change as Parameters<typeof set>[0]);
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({ message, requiresPayment: true, currentCount: 1 });
    expect(await term()).toMatchObject({ filters: null, schedule: null });
  });

  it('gives an unlimited reader more topics, not filters or schedules', async () => {
    await world.app.db
      .update(users)
      .set({ subscriptionTier: 'free', isUnlimited: true })
      .where(eq(users.id, reader.id));
    expect((await set({ filters })).status).toBe(402);
  });

  it('keeps both inactive on a smaller plan, lets them be cleared, and applies them again on a larger one', async () => {
    await set({ filters, schedule });
    const daily = (await term()).nextScheduledRun;
    await tierOf(reader, 'free');
    await enqueue(world.app, 'reschedule', { userId: reader.id }, { key: reader.id });
    await eventually(async () => (await term()).nextScheduledRun !== daily, 'the usual day');
    const kept = await searchAgain();
    expect(kept.filters).toEqual({ ...noFilters, ...filters });
    expect(kept.schedule).toMatchObject(schedule);
    expect(kept.nextScheduledRun).toMatch(/T07:00:00/);
    expect(titles((await digests())[0]!)).toEqual(all);

    await tierOf(reader, 'team');
    const applied = await searchAgain();
    expect(applied.nextScheduledRun).toMatch(/T05:00:00/);
    expect(titles((await digests())[0]!)).not.toEqual(all);

    await tierOf(reader, 'free');
    const cleared = await set({ filters: null, schedule: null });
    expect(cleared.status).toBe(200);
    expect(cleared.body).toMatchObject({ filters: null, schedule: null });
  });
});

it('two tabs: a change keeps what it does not name', async () => {
  const [one, other] = await Promise.all([
    set({ filters: { excluded: ['mouse'] } }),
    set({ schedule: { cadence: 'monthly', dayOfMonth: 31, hour: 6 } }),
  ]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(await term()).toMatchObject({
    filters: { excluded: ['mouse'] },
    schedule: { cadence: 'monthly', dayOfMonth: 31 },
  });
  expect((await set({})).body).toMatchObject({ filters: { excluded: ['mouse'] } });
});

it('settings belong to their reader: others get 404, and the export has them', async () => {
  await set({ filters: { excluded: ['mouse'] }, schedule: { cadence: 'daily', hour: 5 } });
  const stranger = await newReader(world, `stranger-${count}@example.org`);
  expect((await stranger.patch(`/api/search-terms/${termId}/settings`, { filters: null })).status).toBe(404);
  const { body } = await reader.get('/api/account/export');
  expect(body.searchTerms[0]).toMatchObject({
    filters: { excluded: ['mouse'] },
    schedule: { cadence: 'daily', hour: 5 },
  });
});
