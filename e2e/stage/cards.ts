import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { StripeStandIn } from '#stand-ins/stripe/server.ts';
import type { WantedCards } from './wanted.ts';

/**
 * What can go wrong at the provider beyond the number of a card, for one reader and nobody else: tests run side by
 * side. Stands between the product and the card sandbox; `url` is where the product has to ask.
 */
export async function arrangeCards(cards: StripeStandIn) {
  const cutOff = new Set<string>();
  const secretless = new Set<string>();
  const { ledger } = cards;
  const subscribe = ledger.subscribe;
  ledger.subscribe = (customer, price, metadata) => {
    const subscription = subscribe(customer, price, metadata);
    if (secretless.has(metadata.userId!))
      ledger.intents.get(ledger.invoices.get(subscription.latestInvoice)!.intent)!.secret = '';
    return subscription;
  };

  /** A call names its reader, the customer, or something of the customer's. */
  const isCutOff = (text: string): boolean =>
    (text.match(/\b(?:cus|sub|in|pi)_\w+|[\da-f]{8}-[\da-f-]{27}/g) ?? []).some((name) => {
      const { customer = name } = ledger.subscriptions.get(name) ??
        ledger.invoices.get(name) ??
        ledger.intents.get(name) ?? { customer: name };
      return cutOff.has(ledger.customers.get(customer)?.metadata.userId ?? customer);
    });

  const door = new Hono();
  door.all('*', async (http) => {
    const { pathname, search } = new URL(http.req.url);
    const body = http.req.method === 'GET' ? null : await http.req.text();
    if (isCutOff(decodeURIComponent(pathname + search) + (body ?? '')))
      return http.json({ error: { type: 'api_error', message: 'An unknown error occurred.' } }, 500);
    return fetch(cards.url + pathname + search, {
      method: http.req.method,
      headers: http.req.raw.headers,
      body,
    });
  });

  const url = await new Promise<string>((ready) => {
    const server = serve({ fetch: door.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      ready(`http://127.0.0.1:${port}`),
    );
    server.unref();
  });

  return {
    url,
    async arrange({ reader, unreachable, forgetful, held }: WantedCards): Promise<void> {
      if (reader && unreachable !== undefined) cutOff[unreachable ? 'add' : 'delete'](reader);
      if (reader && forgetful) secretless.add(reader);
      if (held !== undefined) cards.delivery.held = held;
      await cards.events.quiet();
    },
  };
}
