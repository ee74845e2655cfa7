import { eq } from 'drizzle-orm';
import { searchTerms, userPreferences, users } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { numberInWords } from '#shared/papers/strength.ts';
import { type Filters, noFilters } from '#shared/topics/searchTerm.ts';
import { eventually } from '#test/world.ts';
import {
  allTitles,
  change,
  digestsOf,
  highlights,
  literature,
  openSettings,
  runScheduled,
  searchAgain,
  setTier,
  titlesOf,
  topicOf,
} from './settingsSetup.ts';

const here = openSettings();

describe('schedule of a topic', () => {
  const daily = { cadence: 'daily', hour: 5 } as const;
  const next = async () => (await topicOf(here)).nextScheduledRun;

  it('moves the next digest at once, in the reader’s time zone', async () => {
    const before = await next();
    const own = eq(userPreferences.userId, here.reader.id);
    await here.world.app.db.update(userPreferences).set({ timeZone: 'Asia/Tokyo' }).where(own);
    const { body } = await change(here, { schedule: daily });
    expect(body.schedule).toEqual({ ...daily, days: [], dayOfMonth: 1 });
    // Five in the morning in Tokyo is 20:00 UTC.
    expect(body.nextScheduledRun).toMatch(/T20:00:00/);
    expect(Date.parse(body.nextScheduledRun) - Date.now()).toBeLessThanOrEqual(86_400_000);
    await here.world.app.db.update(userPreferences).set({ timeZone: 'UTC' }).where(own);
    expect((await change(here, { schedule: null })).body).toMatchObject({
      schedule: null,
      nextScheduledRun: before,
    });
  });

  it('names the digest, and schedules the next one', async () => {
    await change(here, { schedule: daily });
    await runScheduled(here, 1);
    const mail = await here.world.smtp.waitFor(
      (mail) => mail.to.includes(here.reader.email) && mail.text.includes('Daily digest'),
    );
    expect(mail.text).not.toMatch(/week/i);
    expect(Date.parse((await next())!) - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  it('follows the time zone of the preferences', async () => {
    await change(here, { schedule: { cadence: 'weekly', days: ['wednesday'], hour: 9 } });
    await here.reader.patch(`/api/users/${here.reader.id}/preferences`, { timeZone: 'America/New_York' });
    await eventually(async () => /T1[34]:00:00/.test((await next())!), 'the rescheduled delivery');
    expect(new Date((await next())!).getUTCDay()).toBe(3);
  });
});

describe('settings and plans', () => {
  const filters = { excluded: ['mouse'] };
  const schedule = { cadence: 'daily', hour: 5 } as const;

  it.each([
    ['free', { filters }, 'Advanced filtering is part of Research Pro and Research Team.'],
    ['free', { schedule }, 'Custom delivery schedules are part of Research Team.'],
    ['pro', { schedule }, 'Custom delivery schedules are part of Research Team.'],
    ['pro', { filters, schedule }, 'Custom delivery schedules are part of Research Team.'],
  ] as const)('refuses on the %s plan: %j', async (tier, settings, message) => {
    await setTier(here, tier);
    const refused = await change(here, settings as Parameters<typeof change>[1]);
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({ message, requiresPayment: true, currentCount: 1 });
    expect(await topicOf(here)).toMatchObject({ filters: null, schedule: null });
  });

  it('gives an unlimited reader more topics, but no filters', async () => {
    const unlimited = { subscriptionTier: 'free', isUnlimited: true } as const;
    await here.world.app.db.update(users).set(unlimited).where(eq(users.id, here.reader.id));
    expect((await change(here, { filters })).status).toBe(402);
  });

  it('keeps settings inactive on a smaller plan, and applies them again on a larger one', async () => {
    await change(here, { filters, schedule });
    const daily = (await topicOf(here)).nextScheduledRun;
    await setTier(here, 'free');
    await enqueue(here.world.app, 'reschedule', { userId: here.reader.id }, { key: here.reader.id });
    await eventually(async () => (await topicOf(here)).nextScheduledRun !== daily, 'the usual day');
    const kept = await searchAgain(here);
    expect(kept.filters).toEqual({ ...noFilters, ...filters });
    expect(kept.schedule).toMatchObject(schedule);
    expect(kept.nextScheduledRun).toMatch(/T07:00:00/);
    expect(titlesOf((await digestsOf(here))[0]!)).toEqual(allTitles);

    await setTier(here, 'team');
    const applied = await searchAgain(here);
    expect(applied.nextScheduledRun).toMatch(/T05:00:00/);
    expect(titlesOf((await digestsOf(here))[0]!)).not.toEqual(allTitles);

    await setTier(here, 'free');
    const cleared = await change(here, { filters: null, schedule: null });
    expect(cleared.status).toBe(200);
    expect(cleared.body).toMatchObject({ filters: null, schedule: null });
  });
});

describe('settings of a topic', () => {
  it('keep a concurrent change of another tab, and fields that a change does not name', async () => {
    const [one, other] = await Promise.all([
      change(here, { filters: { excluded: ['mouse'] } }),
      change(here, { schedule: { cadence: 'monthly', dayOfMonth: 31, hour: 6 } }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const schedule = { cadence: 'monthly', dayOfMonth: 31 };
    expect(await topicOf(here)).toMatchObject({ filters: { excluded: ['mouse'] }, schedule });
    expect((await change(here, {})).body).toMatchObject({ filters: { excluded: ['mouse'] } });
  });

  it('are part of the export', async () => {
    await change(here, { filters: { excluded: ['mouse'] }, schedule: { cadence: 'daily', hour: 5 } });
    const { body } = await here.reader.post('/api/account/export');
    const schedule = { cadence: 'daily', hour: 5 };
    expect(body.searchTerms[0]).toMatchObject({ filters: { excluded: ['mouse'] }, schedule });
  });
});

const missingIn = ({ summary }: Awaited<ReturnType<typeof digestsOf>>[number]) =>
  summary.flatMap(({ line, text }) => (line === 'missing' ? text : [])).join(' ');

describe('filters of a topic', () => {
  it('delivers everything close enough without filters', async () => {
    const [digest] = await digestsOf(here);
    expect(titlesOf(digest!)).toEqual(allTitles);
    expect(digest!.filtered).toBeNull();
  });

  const table: [string, Partial<Filters>, string[], string][] = [
    [
      'papers with a required phrase',
      { required: ['wound healing'] },
      [literature[7].title],
      'with “wound healing”',
    ],
    [
      'papers without an excluded phrase',
      { excluded: ['mouse'] },
      allTitles.filter((title) => !title.includes('mouse')),
      'without “mouse”',
    ],
    [
      'some article types',
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
      'some sources',
      { sources: ['arxiv', 'medrxiv'] },
      [literature[5].title, literature[7].title],
      'from arXiv and medRxiv',
    ],
  ];
  it.each(table)('limits digest, page and mail to %s', async (_, filters, expected, words) => {
    expect((await change(here, { filters })).status).toBe(200);
    await searchAgain(here);
    const [digest] = await digestsOf(here);
    expect(titlesOf(digest!)).toEqual([...expected].sort());
    expect(digest!.filtered).toMatch(/^Only /);
    expect(digest!.filtered).toContain(words);
    expect(missingIn(digest!)).toMatch(
      new RegExp(
        `${numberInWords(allTitles.length - expected.length)} close matche?s? did not pass this topic`,
        'i',
      ),
    );
    const mail = await here.world.smtp.waitFor(
      (mail) => mail.to.includes(here.reader.email) && mail.text.includes('Only '),
    );
    expect(mail.text).toContain(digest!.filtered);
    expect(mail.html).toContain('?subject=%5BTeam%5D%20Question');
    const off = digest!.coverage.filter(({ outcome }) => outcome === 'off');
    expect(off.map(({ source }) => source)).toEqual(filters.sources ? ['pubmed', 'biorxiv'] : []);
    for (const { sentence } of off) expect(sentence).toBe('Left out by the filters of this topic.');
  });

  it.each([
    ['lunar moss, not mouse', 'Two close matches with “mouse” were left out.'],
    ['lunar moss NOT letter', 'One close match with “letter” was left out.'],
    ['lunar moss -zeppelin', ''],
  ])('%s: the brief counts what the topic leaves out', async (term, said) => {
    await here.world.app.db.update(searchTerms).set({ term }).where(eq(searchTerms.id, here.termId));
    await searchAgain(here);
    expect(missingIn((await digestsOf(here))[0]!)).toBe(said);
  });

  it('leaves out papers below the least relevance', async () => {
    const [before] = await digestsOf(here);
    const scores = before!.papersData.map(({ relevanceScore }) => relevanceScore);
    const minimumRelevance = Math.min(0.95, scores[2]!);
    await change(here, { filters: { minimumRelevance } });
    await searchAgain(here);
    const [digest] = await digestsOf(here);
    expect(digest!.papersData.length).toBeLessThan(literature.length);
    for (const { relevanceScore } of digest!.papersData)
      expect(relevanceScore).toBeGreaterThanOrEqual(minimumRelevance);
  });

  it('says on the topic and in the notice how many papers the filters stopped', async () => {
    await change(here, { filters: { required: ['zeppelin'] } });
    expect(await searchAgain(here)).toMatchObject({
      statusDetail: `8 papers of the last 365 days matched this topic, but none passed its filters. Only papers with “zeppelin”.`,
    });
    const [note] = await digestsOf(here);
    expect(note).toMatchObject({ digestType: 'note', filtered: 'Only papers with “zeppelin”.' });
    const mail = await here.world.smtp.waitFor(
      (mail) => mail.to.includes(here.reader.email) && mail.subject.includes('nothing new'),
    );
    const line = /found 8 papers close enough.*none that passed the filters/;
    expect(mail.text.replace(/\s+/g, ' ')).toMatch(line);
  });

  it('explains a topic whose sources are turned off in the preferences', async () => {
    await change(here, { filters: { sources: ['arxiv'] } });
    const own = eq(userPreferences.userId, here.reader.id);
    await here.world.app.db.update(userPreferences).set({ includeArxiv: false }).where(own);
    const statusDetail = expect.stringContaining('turned off in your preferences');
    expect(await searchAgain(here)).toMatchObject({ status: 'completed', statusDetail });
    expect(await digestsOf(here)).toEqual([]);
  });

  it('apply to weekly digests too', async () => {
    await change(here, { filters: { excluded: ['mouse'] } });
    await runScheduled(here, 7);
    const found = async () => (await digestsOf(here)).find(({ digestType }) => digestType === 'weekly');
    const weekly = await eventually(found, 'the weekly digest');
    expect(titlesOf(weekly)).toEqual(allTitles.filter((title) => !title.includes('mouse')));
  });

  it('apply to daily highlights, which stop with a daily schedule', async () => {
    await change(here, { filters: { excluded: ['trials together'] } });
    const daily = await highlights(here);
    // Without the filter this paper would rank first.
    expect(titlesOf(daily)).not.toContain(literature[2].title);
    expect(daily).toMatchObject({ digestType: 'daily', filtered: 'Only papers without “trials together”.' });
    await change(here, { schedule: { cadence: 'daily', hour: 5 } });
    await expect(highlights(here)).rejects.toThrow('Waited 2 s for highlights');
  });

  it.each([
    ['a phrase without a word', { required: ['!!'] }, /cannot be searched/],
    ['a phrase on both sides', { required: ['Mouse'], excluded: ['mouse'] }, /required and excluded/],
    ['too many phrases', { excluded: Array.from({ length: 21 }, (_, at) => `word ${at}`) }, /At most 20/],
    ['an unknown article type', { articleTypes: ['poem'] as never }, /./],
  ])('are refused with a sentence: %s', async (_, filters, sentence) => {
    const refused = await change(here, { filters });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toMatch(sentence);
    expect((await topicOf(here)).filters).toBeNull();
  });

  it('are stored in normal form, once each, and empty ones as none', async () => {
    const { body } = await change(here, { filters: { excluded: [' mouse ', 'Mouse', '"wild   type"'] } });
    expect(body.filters).toEqual({ ...noFilters, excluded: ['mouse', 'wild type'] });
    expect((await change(here, { filters: {} })).body.filters).toBeNull();
  });
});
