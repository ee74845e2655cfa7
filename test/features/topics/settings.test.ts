import { eq } from 'drizzle-orm';
import { userPreferences, users } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { noFilters } from '#shared/topics/searchTerm.ts';
import { eventually, newReader } from '#test/world.ts';
import {
  allTitles,
  change,
  digestsOf,
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

  it('are hidden from others, and part of the export', async () => {
    await change(here, { filters: { excluded: ['mouse'] }, schedule: { cadence: 'daily', hour: 5 } });
    const stranger = await newReader(here.world, 'stranger@example.org');
    expect(
      (await stranger.patch(`/api/search-terms/${here.termId}/settings`, { filters: null })).status,
    ).toBe(404);
    const { body } = await here.reader.post('/api/account/export');
    const schedule = { cadence: 'daily', hour: 5 };
    expect(body.searchTerms[0]).toMatchObject({ filters: { excluded: ['mouse'] }, schedule });
  });
});
