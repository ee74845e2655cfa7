import { eq } from 'drizzle-orm';
import { completeEnding, syncCustomer } from '#billing/sync.ts';
import { subscriptionEndings, users } from '#platform/db/schema.ts';
import { type DisputeStatus, prices } from '#stand-ins/stripe/ledger.ts';
import { opened } from '#test/opened.ts';
import { eventually, password } from '#test/world.ts';
import { openShop, type Payer } from './shop.ts';

const shop = await opened(openShop());
const { world, cards, open, pay, authenticate, tierOf, becomes, subscribed, withStatus } = shop;
Object.assign(prices, { price_dearer: 700, price_lab: 900 });
afterEach(() => sell({ pro: ['price_sandbox_pro'], team: ['price_sandbox_team'] }));

/** As after a start with other settings. */
const sell = (sold: { pro: string[]; team: string[] }) => Object.assign(world.app.payments!.prices, sold);
const days = async (count: number) => {
  cards.ledger.advance(count * 86_400);
  await cards.events.quiet();
};
const customer = async ({ id }: Payer) =>
  (await world.app.db.select().from(users).where(eq(users.id, id)))[0]!.stripeCustomerId!;
const synced = async (reader: Payer) => syncCustomer(world.app, await customer(reader));
const refunded = () => cards.ledger.refunds.reduce((sum, { amount }) => sum + amount, 0);
/** What the job does once its time has come. */
async function triedAgain() {
  const rows = await eventually(async () => {
    const rows = await world.app.db.select().from(subscriptionEndings);
    return rows.some(({ dueAt }) => dueAt.getTime() < Date.now() + 20_000) && rows;
  }, 'the next try to be planned');
  expect(rows).toHaveLength(1);
  cards.fail.status = null;
  await world.app.db.update(subscriptionEndings).set({ dueAt: new Date(0) });
  expect(await completeEnding(world.app, rows[0]!.subscriptionId)).toBe(true);
  expect(await world.app.db.$count(subscriptionEndings)).toBe(0);
}
const cancel = (reader: Payer) => reader.post('/api/cancel-subscription');

describe('plan that was bought', () => {
  it.each([
    ['a new price', { pro: ['price_dearer'], team: ['price_sandbox_team'] }, {}],
    ['prices that changed places', { pro: ['price_sandbox_team'], team: ['price_sandbox_pro'] }, {}],
    [
      'a former price in the settings',
      { pro: ['price_dearer', 'price_sandbox_pro'], team: ['price_lab'] },
      null,
    ],
  ])('stays through renewals after %s, and is canceled', async (_, sold, metadata) => {
    const reader = await open();
    const id = await subscribed(reader, 'pro');
    // Nothing on the subscription, as when it was added in the provider's dashboard.
    if (!metadata) cards.ledger.subscriptions.get(id)!.metadata = {};
    sell(sold);
    await days(40);
    expect(await synced(reader)).toBe('pro');
    expect((await cancel(reader)).body.tier).toBe('free');
    expect(withStatus('canceled')).toHaveLength(1);
    await world.smtp.waitFor(({ subject }) => /is canceled/.test(subject));
    expect(world.smtp.mails.filter(({ subject }) => /is canceled/.test(subject))).toHaveLength(1);
  });

  it('is the one upgraded to, at the price of that day', async () => {
    const reader = await open();
    await subscribed(reader, 'pro');
    await reader.post('/api/create-subscription', { tier: 'team' });
    sell({ pro: ['price_sandbox_team'], team: ['price_lab'] });
    expect(await synced(reader)).toBe('team');
  });

  it('is sold at the new price even if a checkout at the former one is open', async () => {
    const reader = await open();
    const before = await reader.post('/api/create-subscription', { tier: 'pro' });
    sell({ pro: ['price_dearer'], team: ['price_sandbox_team'] });
    const { body } = await reader.post('/api/create-subscription', { tier: 'pro' });
    expect(body.subscriptionId).not.toBe(before.body.subscriptionId);
    expect(withStatus('incomplete').map(({ price }) => price)).toEqual(['price_dearer']);
  });
});

describe('failure of the provider', () => {
  it.each(['customers', 'subscriptions'])('does not stop the next press after one at /v1/%s', async (on) => {
    const reader = await open();
    Object.assign(cards.fail, { status: 500, on: new RegExp(`/v1/${on}`) });
    expect((await reader.post('/api/create-subscription', { tier: 'pro' })).status).toBe(503);
    cards.fail.status = null;
    await subscribed(reader, 'pro');
    expect(cards.ledger.subscriptions.size).toBe(1);
  });

  it('does not stop the next press after an upgrade that failed', async () => {
    const reader = await open();
    const id = await subscribed(reader, 'pro');
    Object.assign(cards.fail, { status: 500, on: /proration_behavior/ });
    expect((await reader.post('/api/create-subscription', { tier: 'team' })).status).toBe(503);
    cards.fail.status = null;
    const { body } = await reader.post('/api/create-subscription', { tier: 'team' });
    expect(body).toMatchObject({ upgraded: true, subscriptionId: id });
    expect(await synced(reader)).toBe('team');
  });

  it.each([
    ['refund', /refunds/, cancel],
    ['list of invoices', /invoices/, cancel],
    [
      'refund for a deleted account',
      /refunds/,
      (reader: Payer) => reader.post('/api/account/delete', { password }),
    ],
  ])('lets the subscription end, says so, and refunds once later: %s', async (_, on, act) => {
    const reader = await open();
    await subscribed(reader, 'pro');
    Object.assign(cards.fail, { status: 500, on });
    const { status, body } = await act(reader);
    expect(status).toBe(200);
    expect(body.message ?? '').not.toMatch(/was refunded|nothing was changed/i);
    await eventually(async () => cards.calls.some(({ path }) => on.test(path)), 'a try');
    await eventually(async () => withStatus('canceled').length === 1, 'the end');
    expect(refunded()).toBe(0);
    await triedAgain();
    expect(refunded()).toBeGreaterThan(480);
    expect(cards.ledger.refunds).toHaveLength(1);
  });

  it('is looked into when the provider canceled all the same', async () => {
    const reader = await open();
    await subscribed(reader, 'pro');
    Object.assign(cards.fail, { status: 500, on: /^DELETE/, isDone: true });
    const { status, body } = await cancel(reader);
    const message = 'Your subscription was canceled, and unused time was refunded.';
    expect([status, body.message]).toEqual([200, message]);
    expect(await tierOf(reader)).toBe('free');
  });
});

describe('canceling', () => {
  it('ends everything that charges: two subscriptions, and an unpaid one', async () => {
    const reader = await open();
    const id = await subscribed(reader, 'pro');
    const mine = await customer(reader);
    for (const card of ['4242424242424242', null]) {
      const more = cards.ledger.subscribe(mine, 'price_lab', {});
      if (card)
        await pay(cards.ledger.intents.get(cards.ledger.invoices.get(more.latestInvoice)!.intent)!.secret);
    }
    expect((await cancel(reader)).status).toBe(200);
    expect([...cards.ledger.subscriptions.values()].every(({ endedAt }) => endedAt)).toBe(true);
    expect(cards.ledger.subscriptions.get(id)!.status).toBe('canceled');
    expect(cards.ledger.refunds).toHaveLength(2);
  });

  it.each([
    [
      'an upgrade of half a month in full',
      async (reader: Payer) => {
        await days(15);
        await reader.post('/api/create-subscription', { tier: 'team' });
      },
      [250, 250],
    ],
    [
      'only what the operator has not refunded',
      async () => {
        cards.ledger.refund([...cards.ledger.intents.keys()][0]!, 400);
      },
      [100, 400],
    ],
  ])('refunds %s', async (_, before, amounts) => {
    const reader = await open();
    await subscribed(reader, 'pro');
    await before(reader);
    expect((await cancel(reader)).body.message).toMatch(/canceled/);
    expect(cards.ledger.refunds.map(({ amount }) => amount).sort()).toEqual(
      amounts.map((amount) => expect.closeTo(amount, -0.5)),
    );
    expect(await world.app.db.$count(subscriptionEndings)).toBe(0);
  });
});

describe('dispute', () => {
  it.each([
    ['won', ['needs_response', 'won'], [0, 1]],
    ['lost', ['needs_response', 'lost'], [0, 0]],
    ['won after a review', ['under_review', 'won'], [0, 1]],
    ['that stays an inquiry', ['warning_needs_response', 'warning_closed'], [1, 1]],
    ['that an inquiry becomes, and that is lost', ['needs_response', 'needs_response', 'lost'], [0, 0, 0]],
  ] satisfies [string, DisputeStatus[], number[]][])(
    'leaves the plan as it is, and its refund to what the bank decides: %s',
    async (_, statuses, refunds) => {
      const reader = await open();
      await subscribed(reader, 'pro');
      const [charge] = [...cards.ledger.intents.keys()];
      for (const [at, status] of statuses.entries()) {
        cards.ledger.dispute(charge!, status);
        await cards.events.quiet();
        if (!at) {
          expect(await synced(reader)).toBe('pro');
          expect((await cancel(reader)).body.message).toMatch(refunds[0] ? /was refunded/ : /ask it again/);
        } else {
          await world.app.db.update(subscriptionEndings).set({ dueAt: new Date(0) });
          for (const { subscriptionId } of await world.app.db.select().from(subscriptionEndings))
            await completeEnding(world.app, subscriptionId);
        }
        expect(cards.ledger.refunds).toHaveLength(refunds[at]!);
        expect(await synced(reader)).toBe('free');
      }
      expect(await world.app.db.$count(subscriptionEndings)).toBe(0);
    },
  );
});

test('the year of a paying reader never has a charge without a plan, nor a plan without a charge', async () => {
  const reader = await open();
  const agrees = async () => {
    const tier = await synced(reader);
    const running = withStatus('active').length + withStatus('past_due').length;
    expect([running, tier]).toEqual(running ? [1, expect.stringMatching(/pro|team/)] : [0, 'free']);
  };
  // January: 3-D Secure, and a renewal that the bank wants confirmed.
  let { body } = await reader.post('/api/create-subscription', { tier: 'pro' });
  await pay(body.clientSecret, '4000002500003155');
  await agrees();
  await authenticate(body.clientSecret, 'accept');
  await becomes(reader, 'pro');
  await days(31);
  expect(withStatus('past_due')).toHaveLength(1);
  await agrees();
  ({ body } = await reader.post(`/api/subscriptions/${withStatus('past_due')[0]!.id}/pay`));
  await pay(body.clientSecret);
  await agrees();
  // March: another price, an upgrade, and a payment that the bank takes back; the provider goes on.
  sell({ pro: ['price_dearer'], team: ['price_lab'] });
  await days(30);
  await agrees();
  await reader.post('/api/create-subscription', { tier: 'team' });
  await agrees();
  expect(await tierOf(reader)).toBe('team');
  const paid = [...cards.ledger.intents.values()].filter(({ status }) => status === 'succeeded');
  for (const status of ['warning_needs_response', 'needs_response', 'lost'] as const) {
    cards.ledger.dispute(paid.at(-1)!.id, status);
    await days(10);
    await agrees();
  }
  // May: the card has expired, and no other comes before the last try.
  cards.ledger.setCard(withStatus('active')[0]!.id, '4000000000000069');
  for (const step of [31, 3, 5, 8]) {
    await days(step);
    await agrees();
  }
  await becomes(reader, 'free');
  // July: again, canceled while refunds fail.
  await subscribed(reader, 'pro');
  await days(62);
  await agrees();
  Object.assign(cards.fail, { status: 500, on: /refunds/ });
  await cancel(reader);
  await agrees();
  await triedAgain();
  expect(cards.ledger.refunds).toHaveLength(1);
  // October: again, and the operator deletes the customer.
  await subscribed(reader, 'pro');
  await days(31);
  cards.ledger.removeCustomer(await customer(reader));
  await agrees();
  await subscribed(reader, 'pro');
  await days(95);
  await agrees();
  expect(await world.app.db.$count(subscriptionEndings)).toBe(0);
}, 120_000);
