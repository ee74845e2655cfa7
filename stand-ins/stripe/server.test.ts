import Stripe from 'stripe';
import { withServer } from '#test/fixtures/sources/server.ts';
import { opened } from '#test/opened.ts';
import { startStripe } from './server.ts';

const cards = await opened(startStripe());
const { port } = new URL(cards.url);
const stripe = new Stripe(cards.environment.STRIPE_SECRET_KEY, { protocol: 'http', host: '127.0.0.1', port });
afterEach(() => cards.reset());

const price = 'price_sandbox_pro';
const addCustomer = () => stripe.customers.create({ email: 'ada@example.org', metadata: { userId: '7' } });
const subscribe = (customer: string, options = {}) =>
  stripe.subscriptions.create(
    {
      ...{ customer, items: [{ price }], payment_behavior: 'default_incomplete' },
      expand: ['latest_invoice.confirmation_secret'],
    },
    options,
  );

describe('Stripe’s official client', () => {
  it('reads a list page by page', async () => {
    const { id } = await addCustomer();
    const made: string[] = [];
    for (let at = 0; at < 5; at++) made.unshift((await subscribe(id)).id);
    const page = await stripe.subscriptions.list({ customer: id, status: 'all', limit: 2 });
    expect(page).toMatchObject({ has_more: true, data: [{ id: made[0] }, { id: made[1] }] });
    const all = stripe.subscriptions.list({ customer: id, status: 'all', limit: 2 });
    expect((await all.autoPagingToArray({ limit: 100 })).map((one) => one.id)).toEqual(made);
  });

  it('performs a call repeated with one idempotency key once', async () => {
    const { id } = await addCustomer();
    const key = { idempotencyKey: 'one-checkout' };
    const [first, second] = [await subscribe(id, key), await subscribe(id, key)];
    expect(second.id).toBe(first.id);
    cards.fail.status = 500;
    const before = cards.calls.length;
    await expect(stripe.customers.retrieve(id, {}, { maxNetworkRetries: 1 })).rejects.toBeInstanceOf(
      Stripe.errors.StripeAPIError,
    );
    expect(cards.calls).toHaveLength(before + 2);
  });

  it('verifies genuine events, and rejects changed ones', () =>
    withServer('', async (url, asked) => {
      cards.delivery.url = url;
      const { id } = await addCustomer();
      await cards.events.quiet();
      const { body, headers } = asked[0]!;
      const signature = String(headers['stripe-signature']);
      const read = (text: string) =>
        stripe.webhooks.constructEventAsync(text, signature, cards.delivery.secret);
      expect(await read(body)).toMatchObject({ type: 'customer.created', data: { object: { id } } });
      await expect(read(body.replace('ada@', 'eve@'))).rejects.toBeInstanceOf(
        Stripe.errors.StripeSignatureVerificationError,
      );
    }));
});
