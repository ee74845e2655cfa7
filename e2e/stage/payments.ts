import type { StripeStandIn } from '#stand-ins/stripe/server.ts';
import type { PaymentSetup } from './setup.ts';

/** Lets the payment sandbox fail for one reader, because tests run in parallel; returns what sets it. */
export function openPayments(cards: StripeStandIn) {
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
  const isUnreachable = (call: string): boolean =>
    (call.match(/\b(?:cus|sub|in|pi)_\w+|[\da-f]{8}-[\da-f-]{27}/g) ?? []).some((name) => {
      const { customer = name } = ledger.subscriptions.get(name) ??
        ledger.invoices.get(name) ??
        ledger.intents.get(name) ?? { customer: name };
      return unreachableReaders.has(ledger.customers.get(customer)?.metadata.userId ?? customer);
    });
  Object.assign(cards.fail, { status: 500, on: { test: isUnreachable } });

  return async ({ reader, unreachable, withoutSecret, holdWebhooks }: PaymentSetup): Promise<void> => {
    if (reader && unreachable) unreachableReaders.add(reader);
    if (reader && unreachable === false) unreachableReaders.delete(reader);
    if (reader && withoutSecret) readersWithoutSecret.add(reader);
    if (holdWebhooks !== undefined) cards.delivery.held = holdWebhooks;
    await cards.events.quiet();
  };
}
