import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { StripeStandIn } from '#stand-ins/stripe/server.ts';
import type { PaymentSetup } from './setup.ts';

/**
 * A proxy between the product and the payment sandbox that can fail for one reader, because tests run in parallel.
 * `url` is the provider's address for the product.
 */
export async function startPaymentProxy(cards: StripeStandIn) {
  const unreachableReaders = new Set<string>();
  const readersWithoutSecret = new Set<string>();
  const { ledger } = cards;
  const subscribe = ledger.subscribe;
  ledger.subscribe = (customer, price, metadata) => {
    const subscription = subscribe(customer, price, metadata);
    if (readersWithoutSecret.has(metadata.userId!))
      ledger.intents.get(ledger.invoices.get(subscription.latestInvoice)!.intent)!.secret = '';
    return subscription;
  };

  /** A call names its reader, the customer, or one of the customer's objects. */
  const isUnreachable = (text: string): boolean =>
    (text.match(/\b(?:cus|sub|in|pi)_\w+|[\da-f]{8}-[\da-f-]{27}/g) ?? []).some((name) => {
      const { customer = name } = ledger.subscriptions.get(name) ??
        ledger.invoices.get(name) ??
        ledger.intents.get(name) ?? { customer: name };
      return unreachableReaders.has(ledger.customers.get(customer)?.metadata.userId ?? customer);
    });

  const proxy = new Hono();
  proxy.all('*', async (http) => {
    const { pathname, search } = new URL(http.req.url);
    const body = http.req.method === 'GET' ? null : await http.req.text();
    if (isUnreachable(decodeURIComponent(pathname + search) + (body ?? '')))
      return http.json({ error: { type: 'api_error', message: 'An unknown error occurred.' } }, 500);
    return fetch(cards.url + pathname + search, {
      method: http.req.method,
      headers: http.req.raw.headers,
      body,
    });
  });

  const url = await new Promise<string>((ready) => {
    const server = serve({ fetch: proxy.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      ready(`http://127.0.0.1:${port}`),
    );
    server.unref();
  });

  return {
    url,
    async configure({ reader, unreachable, withoutSecret, holdWebhooks }: PaymentSetup): Promise<void> {
      if (reader && unreachable) unreachableReaders.add(reader);
      if (reader && unreachable === false) unreachableReaders.delete(reader);
      if (reader && withoutSecret) readersWithoutSecret.add(reader);
      if (holdWebhooks !== undefined) cards.delivery.held = holdWebhooks;
      await cards.events.quiet();
    },
  };
}
