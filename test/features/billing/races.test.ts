import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { searchTerms, subscriptionTracking, users } from '#platform/db/schema.ts';
import { limits } from '#platform/rateLimits.ts';
import { plans, type Tier } from '#shared/billing/plan.ts';
import { opened } from '#test/opened.ts';
import { eventually } from '#test/world.ts';
import { openShop, type Payer } from './shop.ts';

// One reader in many tabs and the provider's webhooks, all at the same moment. On PostgreSQL the statements run
// concurrently; the embedded engine takes turns, but the calls to the provider still overlap.

const { world, cards, open, pay, subscribed, tierOf, withStatus } = await opened(openShop());
// All calls come from one network; rate limits have their own tests.
Object.assign(world.app, { limits: Object.fromEntries(Object.keys(limits).map((name) => [name, {}])) });

/** Sends every webhook so far again. */
const tellAgain = (): Promise<(number | null)[]> => cards.events.postAgain();

const acts = ['add', 'remove', 'restore', 'pro', 'team', 'pay', 'cancel', 'told'] as const;
type Act = (typeof acts)[number];

/** One reader's tabs, which share the added topics and the open checkouts. */
function openTabs(reader: Payer) {
  const ids: string[] = [];
  const secrets: string[] = [];
  const statuses: (number | null)[] = [];
  let topics = 0;
  const seen = <A extends { status: number }>(answer: A): A => {
    statuses.push(answer.status);
    return answer;
  };
  const checkOut = async (tier: 'pro' | 'team') => {
    const { body } = seen(await reader.post('/api/create-subscription', { tier }));
    if (body.clientSecret) secrets.push(body.clientSecret);
  };
  const doing: Record<Act, () => Promise<unknown>> = {
    async add() {
      const { body } = seen(await reader.post('/api/immediate-search', { searchTerm: `moss ${topics++}` }));
      if (body.searchTerm) ids.push(body.searchTerm.id);
    },
    async remove() {
      const id = ids.at(-1);
      if (id) seen(await reader.delete(`/api/search-terms/${id}`));
    },
    async restore() {
      for (const id of ids.slice(-2)) seen(await reader.post(`/api/search-terms/${id}/restore`));
    },
    pro: () => checkOut('pro'),
    team: () => checkOut('team'),
    async pay() {
      const secret = secrets.at(-1);
      if (secret) await pay(secret);
    },
    async cancel() {
      seen(await reader.post('/api/cancel-subscription'));
    },
    async told() {
      statuses.push(...(await tellAgain()));
    },
  };
  return { statuses, act: (name: Act) => doing[name]() };
}

test('a reader with many tabs keeps the plan’s limit and one payable subscription, and meets no failure of ours', async () => {
  const round = fc.array(fc.constantFrom(...acts), { minLength: 3, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
      const reader = await open();
      const tabs = openTabs(reader);
      for (const round of rounds) {
        await Promise.all(round.map(tabs.act));
        await cards.events.quiet();
        expect(withStatus('incomplete').length + withStatus('active').length).toBeLessThanOrEqual(1);
      }
      for (const status of tabs.statuses) expect([200, 400, 402, 403, 404, 409]).toContain(status);
      const running = withStatus('active')[0];
      const agrees = async () => ((await tierOf(reader)) !== 'free') === (running !== undefined);
      await eventually(agrees, 'an account that matches the provider');
      const own = and(eq(searchTerms.userId, reader.id), eq(searchTerms.isActive, true));
      const active = and(own, isNull(searchTerms.deletedAt));
      const limit = plans[(await tierOf(reader)) as Tier].searchTerms;
      expect(await world.app.db.$count(searchTerms, active)).toBeLessThanOrEqual(limit);
    }),
    { numRuns: 12 },
  );
}, 400_000);

describe('payment during another checkout', () => {
  it('is never mistaken for an abandoned checkout, so a paying reader keeps the plan', async () => {
    // The payment arrives at another point of the checkout each time.
    for (let wait = 0; wait < 40; wait += 5) {
      const reader = await open();
      const { body } = await reader.post('/api/create-subscription', { tier: 'pro' });
      const paid = delay(wait).then(() => pay(body.clientSecret));
      const [, answer] = await Promise.all([paid, reader.post('/api/create-subscription', { tier: 'team' })]);
      expect([200, 409]).toContain(answer.status);
      await expectPaidKept();
    }
  });

  it('keeps the plan if it arrives between the check of the old checkout and its end', async () => {
    const reader = await open();
    const { body } = await reader.post('/api/create-subscription', { tier: 'pro' });
    const { end, voidInvoice } = cards.ledger;
    const [intent] = [...cards.ledger.intents.values()];
    const payFirst = () =>
      intent!.status !== 'succeeded' && cards.ledger.confirm(intent!, '4242424242424242');
    cards.ledger.end = (one) => {
      payFirst();
      end(one);
    };
    cards.ledger.voidInvoice = (one) => {
      payFirst();
      return voidInvoice(one);
    };
    try {
      const answer = await reader.post('/api/create-subscription', { tier: 'team' });
      expect(answer.status).toBe(409);
    } finally {
      Object.assign(cards.ledger, { end, voidInvoice });
    }
    await expectPaidKept();
    expect(withStatus('active').map(({ id }) => id)).toEqual([body.subscriptionId]);
    await eventually(async () => (await tierOf(reader)) === 'pro', 'the plan that was paid');
  });

  async function expectPaidKept(): Promise<void> {
    const wasPaid = [...cards.ledger.invoices.values()].some(({ status }) => status === 'paid');
    if (wasPaid) expect(withStatus('active')).toHaveLength(1);
    expect(withStatus('incomplete').length + withStatus('active').length).toBe(1);
  }
});

describe('cancellation during webhooks', () => {
  it('stays, although a webhook’s reading of the plan arrives after it', async () => {
    const reader = await open();
    await subscribed(reader, 'pro');
    await cards.events.quiet();
    await world.app.db.execute('delete from stripe_events');
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked = cards.calls.length;
    Object.assign(cards.fail, { on: /^GET .v1.subscriptions /, until: promise });
    const telling = tellAgain();
    await eventually(async () => cards.calls.length > asked, 'the reading that is held');
    cards.fail.until = undefined;
    const { status } = await reader.post('/api/cancel-subscription');
    expect([status, await tierOf(reader)]).toEqual([200, 'free']);
    resolve();
    expect(new Set(await telling)).toEqual(new Set([200]));
    expect(await tierOf(reader)).toBe('free');
  });

  it('answers once the account is unlocked, despite later unfinished readings elsewhere', async () => {
    const reader = await open();
    await subscribed(reader, 'pro');
    await cards.events.quiet();
    // A process numbers its reading first, and may be killed or delayed before it has the provider's response.
    let isOver = false;
    const begin = async () => {
      while (!isOver) {
        await world.app.db.update(users).set({ billingEpoch: sql`${users.billingEpoch} + 1` });
        await delay(1);
      }
    };
    const beginning = begin();
    const { status } = await reader.post('/api/cancel-subscription');
    const [row] = await world.app.db.select().from(users).where(eq(users.id, reader.id));
    isOver = true;
    await beginning;
    expect(status).toBe(200);
    expect(row?.subscriptionTier).toBe('free');
  });
});

// The embedded engine has one connection, so nothing waits there.
describe.runIf(process.env.DATABASE_URL)('checkout during its own webhook', () => {
  const somebodyWaits = async () => {
    const { rows } = await world.app.db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  it('starts while a sync locks the account and stores the same subscription', async () => {
    const reader = await open();
    // Only the sync of this test is to lock the account.
    cards.delivery.held = true;
    // The provider knows the reader from now on, so a checkout writes nothing to the account.
    await reader.post('/api/create-subscription', { tier: 'team' });
    const { answer } = await world.app.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, reader.id)).for('update');
      const answer = reader.post('/api/create-subscription', { tier: 'pro' });
      await eventually(somebodyWaits, 'the checkout to wait for the account');
      const started = [...cards.ledger.subscriptions.values()].find((one) => one.metadata.tier === 'pro')!;
      await tx
        .insert(subscriptionTracking)
        .values({ userId: reader.id, subscriptionId: started.id, invoiceId: started.latestInvoice });
      return { answer };
    });
    cards.delivery.held = false;
    expect((await answer).body).toMatchObject({ tier: 'pro', clientSecret: expect.any(String) });
  });
});
