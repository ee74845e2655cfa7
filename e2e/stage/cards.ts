import type { StripeStandIn } from '../../stand-ins/stripe/server.ts';
import type { WantedCards } from './wanted.ts';

/** What can go wrong at the provider beyond the number of a card. */
export function arrangeCards(cards: StripeStandIn): (wanted: WantedCards) => Promise<void> {
  let secretless = false;
  const { ledger } = cards;
  const subscribe = ledger.subscribe;
  ledger.subscribe = (...order) => {
    const subscription = subscribe(...order);
    if (secretless) ledger.intents.get(ledger.invoices.get(subscription.latestInvoice)!.intent)!.secret = '';
    return subscription;
  };
  return async (wanted) => {
    if (wanted.fail !== undefined) cards.fail.status = wanted.fail;
    if (wanted.held !== undefined) cards.delivery.held = wanted.held;
    if (wanted.secretless !== undefined) secretless = wanted.secretless;
    await cards.events.quiet();
  };
}
