import { eq } from 'drizzle-orm';
import { searchTerms, users } from '#platform/db/schema.ts';
import { billingApi } from '#shared/billing/billing.ts';
import { fillPath } from '#shared/contract/endpoint.ts';
import { resumePausedByPlan } from '#topics/settings.ts';
import { newReader, openDoor, opened } from '../accounts/accountsSetup.ts';

const door = await opened(openDoor({ environment: { BILLING: 'off', TOPICS_PER_READER: '3' } }));

const add = (reader: Awaited<ReturnType<typeof newReader>>, searchTerm: string) =>
  reader.post('/api/immediate-search', { email: reader.email, searchTerm });

describe('server without billing', () => {
  it('gives filters and schedules to everybody', async () => {
    const reader = await newReader(door, 'everything@example.org');
    const { id } = (await add(reader, 'lunar moss')).body.searchTerm;
    const filters = {
      required: ['trial'],
      ...{ excluded: [], articleTypes: [], sources: [] },
      minimumRelevance: 0.5,
    };
    const schedule = { cadence: 'daily', days: [], dayOfMonth: 1, hour: 6 };
    const { status, body } = await reader.patch(`/api/search-terms/${id}/settings`, { filters, schedule });
    expect(status).toBe(200);
    expect(body).toMatchObject({ filters: { required: ['trial'] }, schedule: { cadence: 'daily', hour: 6 } });
  });

  it('applies the operator’s topic limit, and names support instead of a plan', async () => {
    const reader = await newReader(door, 'limited@example.org');
    for (const topic of ['one moss', 'two moss', 'three moss'])
      expect((await add(reader, topic)).status).toBe(200);
    const refused = await add(reader, 'four moss');
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ requiresSupport: true, currentCount: 3, limit: 3 });
    expect(refused.body.message).toBe(
      'You have reached the maximum of 3 search terms on this server. Please contact support if you need more.',
    );
    await door.app.db.update(users).set({ isUnlimited: true }).where(eq(users.id, reader.id));
    expect((await add(reader, 'four moss')).status).toBe(200);
  });

  it('names no tier, whatever the account’s row says', async () => {
    const reader = await newReader(door, 'no-tier@example.org');
    await door.app.db.update(users).set({ subscriptionTier: 'pro' }).where(eq(users.id, reader.id));
    const { body } = await reader.get('/api/auth/me');
    expect(body.user).toMatchObject({ subscriptionTier: null, topicsPerReader: 3 });
    expect((await add(reader, 'untiered moss')).body.searchTerm.isFree).toBe(false);
    expect((await reader.post('/api/account/export')).body.account.subscriptionTier).toBeNull();
  });

  it('answers 404 at the addresses of billing', async () => {
    const reader = await newReader(door, 'no-billing@example.org');
    for (const { method, path } of Object.values(billingApi)) {
      const given = method === 'GET' ? undefined : {};
      const { status, body } = await reader.call(method, fillPath(path, { id: 'sub_1' }), given);
      expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
    }
  });

  it('describes no plan and no payment in its API', async () => {
    const [described, page, site] = await Promise.all(
      ['/api/openapi.json', '/api/docs', '/api/site'].map((path) => door.visitor().get(path)),
    );
    for (const { body } of [described!, page!])
      expect(JSON.stringify(body)).not.toMatch(
        /subscriptionTier|isFree|stripe|"free"|pricing|create-subscription/i,
      );
    expect(site!.body).toMatchObject({ plans: false, payments: 'off', stripePublishableKey: null });
  });

  it('writes mails that name no plan', async () => {
    const reader = await newReader(door, 'mails@example.org');
    const { html, text } = await door.readMail(reader.email);
    for (const part of [html, text]) expect(part).not.toMatch(/\bfree\b|%5BFree%5D|\[Free\]|upgrade/i);
  });

  it('resumes topics that a plan had paused, up to the limit', async () => {
    const reader = await newReader(door, 'resumed@example.org');
    for (const topic of ['first moss', 'second moss']) await add(reader, topic);
    const paused = { isActive: false, pausedByPlan: true };
    await door.app.db.update(searchTerms).set(paused).where(eq(searchTerms.term, 'second moss'));
    await resumePausedByPlan(door.app);
    const { body } = await reader.get(`/api/users/${reader.id}/search-terms`);
    expect(body.map(({ isActive }: { isActive: boolean }) => isActive)).toEqual([true, true]);
  });
});
