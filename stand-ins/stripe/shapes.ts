import { pick } from '#shared/values/pick.ts';
import type { Customer, Intent, Invoice, Ledger, Refund, Subscription } from './ledger.ts';
import { prices } from './ledger.ts';

/** The newest format, which an account created today uses. */
export const newest = '2026-10-28.endive';
/** Before 2025-03-31: an invoice names its subscription and payment intent directly. */
export const older = '2020-08-27';

const listOf = (one: object) => ({ object: 'list', has_more: false, data: [one] });
const periodOf = ({ periodStart, periodEnd }: Subscription) => ({
  ...{ current_period_start: periodStart, current_period_end: periodEnd },
});

/** Formats the ledger's objects as the provider does in an API version. */
export function shapes(ledger: Ledger, version: string = newest) {
  const old = version < '2025-03-31';

  const price = (id: string) => ({
    ...{ id, object: 'price', active: true, currency: 'usd', unit_amount: prices[id] ?? 0 },
    ...{ type: 'recurring', recurring: { interval: 'month', interval_count: 1 } },
  });

  const intent = (one: Intent) => ({
    ...{ object: 'payment_intent', currency: 'usd', ...pick(one, 'id amount customer status') },
    ...{ client_secret: one.secret, last_payment_error: one.lastError },
    next_action: one.status === 'requires_action' ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    ...(old ? { invoice: one.invoice } : {}),
  });

  const invoice = (one: Invoice) => {
    const itsIntent = ledger.intents.get(one.intent)!;
    return {
      ...{ object: 'invoice', currency: 'usd', ...pick(one, 'id customer status created') },
      billing_reason: one.reason,
      amount_due: one.amountDue,
      amount_paid: one.amountPaid,
      amount_remaining: one.amountDue - one.amountPaid,
      attempt_count: one.attempts,
      attempted: one.attempts > 0,
      next_payment_attempt: one.nextAttempt,
      last_finalization_error: null,
      ...(old
        ? { subscription: one.subscription, payment_intent: intent(itsIntent), paid: one.status === 'paid' }
        : {
            parent: {
              type: 'subscription_details',
              subscription_details: { subscription: one.subscription, metadata: {} },
              quote_details: null,
            },
            confirmation_secret:
              one.status === 'open' ? { type: 'payment_intent', client_secret: itsIntent.secret } : null,
            payments: listOf({
              ...{ id: `inpay_${one.id.slice(3)}`, object: 'invoice_payment', invoice: one.id },
              status: one.status === 'paid' ? 'paid' : 'open',
              amount_paid: one.status === 'paid' ? one.amountPaid : null,
              payment: { type: 'payment_intent', payment_intent: one.intent },
            }),
          }),
    };
  };

  const subscription = (one: Subscription) => ({
    ...{ object: 'subscription', ...pick(one, 'id customer status metadata created') },
    start_date: one.start,
    cancel_at_period_end: one.cancelAtPeriodEnd,
    cancel_at: one.cancelAtPeriodEnd ? one.periodEnd : null,
    canceled_at: one.canceledAt,
    ended_at: one.endedAt,
    latest_invoice: invoice(ledger.invoices.get(one.latestInvoice)!),
    pending_update: one.pendingPrice
      ? {
          expires_at: one.periodEnd,
          subscription_items: [{ id: one.itemId, price: price(one.pendingPrice) }],
        }
      : null,
    items: listOf({
      ...{ id: one.itemId, object: 'subscription_item', price: price(one.price), quantity: 1 },
      ...(old ? {} : periodOf(one)),
    }),
    ...(old ? periodOf(one) : {}),
  });

  const customer = (one: Customer) =>
    one.deleted
      ? { id: one.id, object: 'customer', deleted: true }
      : { ...one, created: ledger.now(), livemode: false };

  const refund = (one: Refund) => ({
    ...{ object: 'refund', currency: 'usd', status: 'succeeded', ...pick(one, 'id amount metadata') },
    payment_intent: one.intent,
  });

  /** The one object that names no customer. */
  const dispute = ({ id, amount, dispute: status }: Intent) => ({
    ...{ object: 'dispute', amount, status, payment_intent: id },
    ...{ id: `du_${id.slice(3)}`, charge: `ch_${id.slice(3)}` },
    is_charge_refundable: status?.startsWith('warning') ?? false,
  });

  return { price, intent, invoice, subscription, customer, refund, dispute };
}
