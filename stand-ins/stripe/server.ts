import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import qs from 'qs';
import { type Place, serveApp } from '../loopback/serve.ts';
import { type Delivery, openEvents } from './events.ts';
import { CardRefused, type Ledger, openLedger, prices } from './ledger.ts';
import { shapes } from './shapes.ts';

const elements = readFileSync(path.join(import.meta.dirname, 'elements.js'), 'utf8');

class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, body: object) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

const invalid = (message: string, more: object = {}, status = 400) =>
  new Refusal(status, { type: 'invalid_request_error', message, ...more });
const missing = (param: string, id: string) =>
  invalid(`No such ${param}: '${id}'`, { code: 'resource_missing', param }, 404);

/** A card sandbox that speaks the provider's API on loopback. */
export async function startStripe(place?: Place) {
  const usual = { held: false, shape: 'newest' } as const;
  const delivery: Delivery = { url: null, secret: 'whsec_sandbox_0123456789abcdef', ...usual };
  const events = openEvents(() => ledger, delivery);
  const ledger: Ledger = openLedger(events.emit);
  /**
   * API calls whose `METHOD path form` passes `on`, or all, get `status`; `isDone` if they do their work all the same. Their
   * replies say what was true when the calls came, and leave after `until`.
   */
  const fail: { status?: number | null; on?: Pick<RegExp, 'test'>; isDone?: boolean; until?: Promise<void> } =
    {};
  const calls: { method: string; path: string }[] = [];
  const kept = new Map<string, { status: number; body: unknown; call: string; until: number }>();
  const app = new Hono();

  app.use('/v1/*', cors({ origin: '*', allowHeaders: ['*'] }));
  app.get('/v3/', (http) => http.body(elements, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));

  /** Handles one API call: form in, object out, errors in the provider's format, idempotency keys remembered. */
  const answer = (
    method: 'GET' | 'POST' | 'DELETE',
    address: string,
    act: (form: Form, http: Context) => unknown,
  ) =>
    app.on(method, address, async (http) => {
      calls.push({ method, path: http.req.path });
      const text = method === 'GET' ? new URL(http.req.url).search.slice(1) : await http.req.text();
      const call = `${method} ${http.req.path} ${text}`;
      const key = method === 'POST' ? http.req.header('idempotency-key') : undefined;
      const before = key && kept.get(key);
      if (before && before.until > ledger.now())
        return before.call === call
          ? http.json(before.body as object, before.status as 200, { 'idempotent-replayed': 'true' })
          : http.json({ error: otherCall }, 400);
      const isMeant = !fail.on || fail.on.test(call);
      const failing = isMeant ? fail.status : null;
      const until = isMeant && fail.until;
      const done =
        failing && !fail.isDone ? null : perform(() => act(qs.parse(text, { depth: 8 }) as Form, http));
      const reply = done && !failing ? done : { status: failing!, body: { error: unknownError } };
      // The first answer to a key is kept for a day, a failure too, but not a refusal of what was asked.
      if (key && ![400, 401, 404, 409, 429].includes(reply.status))
        kept.set(key, { ...reply, call, until: ledger.now() + 86_400 });
      await until;
      return http.json(reply.body as object, reply.status as 200, { 'request-id': `req_${calls.length}` });
    });

  const shaped = shapes(ledger);
  const subscription = (http: Context) => find(ledger.subscriptions, http.req.param('id')!, 'subscription');
  const intent = (http: Context) => find(ledger.intents, http.req.param('id')!, 'payment_intent');

  answer('POST', '/v1/customers', ({ email, metadata }) => ledger.addCustomer(email ?? null, metadata ?? {}));
  answer('GET', '/v1/customers/:id', (_, http) =>
    shaped.customer(find(ledger.customers, http.req.param('id')!, 'customer')),
  );
  answer('DELETE', '/v1/customers/:id', (_, http) => {
    const { id } = find(ledger.customers, http.req.param('id')!, 'customer');
    ledger.removeCustomer(id);
    return { id, object: 'customer', deleted: true };
  });

  answer('POST', '/v1/subscriptions', ({ customer, items, metadata }) => {
    const { id } = living(ledger, customer!);
    const price = items?.[0]?.price ?? '';
    if (!(price in prices)) throw missing('price', price);
    return shaped.subscription(ledger.subscribe(id, price, metadata ?? {}));
  });
  answer('GET', '/v1/subscriptions', ({ customer, status, ...page }) => {
    const { id } = living(ledger, customer!);
    const own = [...ledger.subscriptions.values()].filter((one) => one.customer === id).reverse();
    const wanted = own.filter((one) => status === 'all' || !one.endedAt);
    return list(wanted.map(shaped.subscription), '/v1/subscriptions', page);
  });
  answer('GET', '/v1/subscriptions/:id', (_, http) => shaped.subscription(subscription(http)));
  answer('POST', '/v1/subscriptions/:id', (form, http) => {
    const one = subscription(http);
    if (form.metadata && form.payment_behavior === 'pending_if_incomplete')
      throw invalid('You cannot pass `metadata` when `payment_behavior` is `pending_if_incomplete`.');
    Object.assign(one.metadata, form.metadata);
    if (form.cancel_at_period_end !== undefined)
      ledger.keepUntilPeriodEnd(one, form.cancel_at_period_end === 'true');
    const price = form.items?.[0]?.price;
    if (price && price !== one.price) ledger.changePrice(one, price);
    return shaped.subscription(one);
  });
  answer('DELETE', '/v1/subscriptions/:id', (_, http) => {
    const one = subscription(http);
    if (one.endedAt) throw missing('subscription', one.id);
    ledger.end(one);
    return shaped.subscription(one);
  });

  answer('GET', '/v1/invoices', ({ customer, subscription, status, ...page }) => {
    const fits = [...ledger.invoices.values()].filter(
      (one) =>
        (!customer || one.customer === customer) &&
        (!subscription || one.subscription === subscription) &&
        (!status || one.status === status),
    );
    return list(fits.reverse().map(shaped.invoice), '/v1/invoices', page);
  });
  answer('GET', '/v1/invoices/:id', (_, http) =>
    shaped.invoice(find(ledger.invoices, http.req.param('id')!, 'invoice')),
  );
  answer('POST', '/v1/invoices/:id/void', (_, http) => {
    const one = find(ledger.invoices, http.req.param('id')!, 'invoice');
    if (!ledger.voidInvoice(one))
      throw invalid("You can only pass in open invoices. This invoice isn't open.");
    return shaped.invoice(one);
  });
  answer('GET', '/v1/payment_intents/:id', (_, http) => shaped.intent(intent(http)));
  answer('GET', '/v1/refunds', ({ payment_intent, ...page }) => {
    const made = ledger.refunds.filter(({ intent }) => intent === payment_intent);
    return list(made.reverse().map(shaped.refund), '/v1/refunds', page);
  });
  answer('GET', '/v1/disputes', ({ payment_intent, ...page }) => {
    const one = find(ledger.intents, payment_intent ?? '', 'payment_intent');
    return list(one.dispute ? [shaped.dispute(one)] : [], '/v1/disputes', page);
  });
  answer('POST', '/v1/refunds', ({ payment_intent, amount, metadata }) => {
    const paid = find(ledger.intents, payment_intent ?? '', 'payment_intent');
    if (['needs_response', 'under_review', 'lost'].includes(paid.dispute ?? ''))
      throw invalid('This charge has been charged back; cannot issue a refund.', { code: 'charge_disputed' });
    const own = ledger.refunds.filter(({ intent }) => intent === paid.id);
    const before = own.reduce((sum, { amount }) => sum + amount, 0);
    if (before + Number(amount) > paid.amount)
      throw invalid('Refund amount is greater than unrefunded amount on charge.', {
        code: 'charge_already_refunded',
      });
    return shaped.refund(ledger.refund(paid.id, Number(amount), metadata));
  });

  // Calls of the card fields' script, with the client secret instead of a key.
  answer('POST', '/v1/payment_intents/:id/confirm', (form, http) => {
    const one = intent(http);
    if (form.client_secret !== one.secret) throw missing('payment_intent', one.id);
    if (one.status === 'succeeded' || one.status === 'canceled')
      throw invalid(
        `This PaymentIntent has already ${one.status === 'canceled' ? 'been canceled' : 'succeeded'}.`,
        { code: 'payment_intent_unexpected_state', payment_intent: shaped.intent(one) },
      );
    return shaped.intent(ledger.confirm(one, form.payment_method_data?.card?.number ?? ''));
  });
  answer('POST', '/v1/payment_intents/:id/authenticate', (form, http) => {
    const one = intent(http);
    if (form.client_secret !== one.secret) throw missing('payment_intent', one.id);
    return shaped.intent(ledger.authenticate(one, form.result === 'accept'));
  });

  const { url, close } = await serveApp(app, place);
  return {
    url,
    /** Replaces https://js.stripe.com/v3/: the card fields and their confirmation. */
    scriptUrl: `${url}/v3/`,
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_sandbox',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
      STRIPE_WEBHOOK_SECRET: delivery.secret,
      STRIPE_PRICE_PRO: 'price_sandbox_pro',
      STRIPE_PRICE_TEAM: 'price_sandbox_team',
      STRIPE_API_URL: url,
    },
    ...{ ledger, delivery, events, fail, calls, close },
    /** Forgets everything but the webhook address. */
    reset() {
      ledger.clear();
      events.clear();
      kept.clear();
      calls.length = 0;
      Object.assign(fail, { status: null, on: undefined, isDone: undefined, until: undefined });
      Object.assign(delivery, usual);
    },
  };
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;

/** The form fields that this stand-in reads, in the provider's nested encoding. */
interface Form {
  email?: string;
  metadata?: Record<string, string>;
  customer?: string;
  limit?: string;
  starting_after?: string;
  subscription?: string;
  status?: string;
  items?: { id?: string; price?: string }[];
  cancel_at_period_end?: string;
  payment_behavior?: string;
  payment_intent?: string;
  amount?: string;
  client_secret?: string;
  result?: string;
  payment_method_data?: { card?: { number?: string } };
}

const unknownError = { type: 'api_error', message: 'An unknown error occurred.' };
const otherCall = {
  type: 'idempotency_error',
  message:
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
};

function perform(act: () => unknown): { status: number; body: unknown } {
  try {
    return { status: 200, body: act() };
  } catch (error) {
    if (error instanceof CardRefused) return { status: 402, body: { error: error.body } };
    if (error instanceof Refusal) return { status: error.status, body: { error: error.body } };
    throw error;
  }
}

function find<T>(kept: Map<string, T>, id: string, kind: string): T {
  const found = kept.get(id);
  if (!found) throw missing(kind, id);
  return found;
}

function living(ledger: Ledger, id: string) {
  const customer = find(ledger.customers, id, 'customer');
  if (customer.deleted) throw missing('customer', id);
  return customer;
}

/** A page of a list, ten objects by default, after the object named. */
function list(
  all: { id: string }[],
  url: string,
  { limit = '10', starting_after: before }: Pick<Form, 'limit' | 'starting_after'>,
) {
  const from = before ? all.findIndex(({ id }) => id === before) + 1 : 0;
  const data = all.slice(from, from + Number(limit));
  return { object: 'list', data, has_more: all.length > from + data.length, url };
}
