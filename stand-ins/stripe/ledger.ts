import { randomBytes } from 'node:crypto';

/** https://docs.stripe.com/api/disputes/object#dispute_object-status */
export type DisputeStatus =
  | `warning_${'needs_response' | 'under_review' | 'closed'}`
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost';

type Status = 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled';

export interface Customer {
  id: string;
  object: 'customer';
  email: string | null;
  metadata: Record<string, string>;
  deleted?: boolean;
}

export interface Subscription {
  id: string;
  customer: string;
  status: Status;
  price: string;
  itemId: string;
  metadata: Record<string, string>;
  start: number;
  periodStart: number;
  periodEnd: number;
  cancelAtPeriodEnd: boolean;
  canceledAt: number | null;
  endedAt: number | null;
  latestInvoice: string;
  defaultCard: string | null;
  pendingPrice: string | null;
  created: number;
}

export interface Invoice {
  id: string;
  customer: string;
  subscription: string;
  status: 'open' | 'paid' | 'void';
  amountDue: number;
  amountPaid: number;
  intent: string;
  reason: 'subscription_create' | 'subscription_update' | 'subscription_cycle';
  created: number;
  attempts: number;
  nextAttempt: number | null;
}

export interface Intent {
  id: string;
  invoice: string;
  customer: string;
  amount: number;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  secret: string;
  card: string | null;
  /** Of a charge that the reader's bank asks about (`warning_…`) or takes back. */
  dispute?: DisputeStatus;
  lastError: { code: string; decline_code?: string; message: string; type: 'card_error' } | null;
}

export type Refund = { id: string; intent: string; amount: number; metadata: Record<string, string> };

export class CardRefused extends Error {
  readonly body: NonNullable<Intent['lastError']>;
  constructor(body: NonNullable<Intent['lastError']>) {
    super(body.message);
    this.body = body;
  }
}

/** Cents by the id of a price; a test may add some. */
export const prices: Record<string, number> = { price_sandbox_pro: 500, price_sandbox_team: 1000 };

const month = 30 * 86_400;
/** When a failed renewal is retried, in days after the first attempt. Afterwards the subscription ends. */
const retryDays = [3, 5, 7];

const id = (prefix: string): string =>
  `${prefix}_${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}`;

export type Emit = (
  type: string,
  object: { kind: 'customer' | 'subscription' | 'invoice' | 'intent' | 'dispute'; id: string },
) => void;

export function openLedger(emit: Emit) {
  const customers = new Map<string, Customer>();
  const subscriptions = new Map<string, Subscription>();
  const invoices = new Map<string, Invoice>();
  const intents = new Map<string, Intent>();
  const refunds: Refund[] = [];
  let advanced = 0;
  const now = () => Math.floor(Date.now() / 1000) + advanced;

  function addCustomer(email: string | null, metadata: Record<string, string>): Customer {
    const customer: Customer = { id: id('cus'), object: 'customer', email, metadata };
    customers.set(customer.id, customer);
    emit('customer.created', { kind: 'customer', id: customer.id });
    return customer;
  }

  function removeCustomer(customerId: string): void {
    for (const subscription of subscriptions.values())
      if (subscription.customer === customerId) end(subscription);
    customers.set(customerId, { ...customers.get(customerId)!, deleted: true });
    emit('customer.deleted', { kind: 'customer', id: customerId });
  }

  function subscribe(customer: string, price: string, metadata: Record<string, string>): Subscription {
    const at = now();
    const subscription: Subscription = {
      ...{ id: id('sub'), itemId: id('si'), customer, price, metadata, status: 'incomplete' },
      ...{ created: at, start: at, periodStart: at, periodEnd: at + month, latestInvoice: '' },
      ...{ cancelAtPeriodEnd: false, canceledAt: null, endedAt: null, defaultCard: null, pendingPrice: null },
    };
    subscriptions.set(subscription.id, subscription);
    bill(subscription, prices[price]!, 'subscription_create');
    emit('customer.subscription.created', { kind: 'subscription', id: subscription.id });
    return subscription;
  }

  function bill(subscription: Subscription, amount: number, reason: Invoice['reason']): Invoice {
    const { customer } = subscription;
    const [invoiceId, intentId] = [id('in'), id('pi')];
    const secret = `${intentId}_secret_${randomBytes(12).toString('hex')}`;
    const intent: Intent = {
      ...{ id: intentId, invoice: invoiceId, customer, amount, secret, status: 'requires_payment_method' },
      ...{ card: null, lastError: null },
    };
    const invoice: Invoice = {
      ...{ id: invoiceId, customer, subscription: subscription.id, intent: intentId, status: 'open', reason },
      ...{ amountDue: amount, amountPaid: 0, created: now(), attempts: 0, nextAttempt: null },
    };
    intents.set(intent.id, intent);
    invoices.set(invoice.id, invoice);
    subscription.latestInvoice = invoice.id;
    emit('invoice.created', { kind: 'invoice', id: invoice.id });
    emit('invoice.finalized', { kind: 'invoice', id: invoice.id });
    return invoice;
  }

  /** Pays with a typed card. @throws CardRefused */
  function confirm(intent: Intent, card: string): Intent {
    const behavior = cardBehavior(card);
    if (!behavior)
      return refuse(intent, card, { code: 'incorrect_number', message: 'Your card number is incorrect.' });
    if (behavior.decline) return refuse(intent, card, behavior.decline);
    intent.card = card;
    if (behavior.authenticate) {
      intent.status = 'requires_action';
      emit('payment_intent.requires_action', { kind: 'intent', id: intent.id });
      return intent;
    }
    return settle(intent);
  }

  /** Completes or fails 3-D Secure. @throws CardRefused */
  function authenticate(intent: Intent, accepted: boolean): Intent {
    if (accepted) return settle(intent);
    intent.status = 'requires_payment_method';
    return refuse(intent, intent.card ?? '', {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    });
  }

  function refuse(
    intent: Intent,
    card: string,
    error: { code: string; message: string; decline_code?: string },
  ): never {
    intent.card = card;
    intent.lastError = { type: 'card_error', ...error };
    const invoice = invoices.get(intent.invoice)!;
    invoice.attempts += 1;
    emit('payment_intent.payment_failed', { kind: 'intent', id: intent.id });
    emit('invoice.payment_failed', { kind: 'invoice', id: invoice.id });
    throw new CardRefused(intent.lastError);
  }

  function settle(intent: Intent): Intent {
    const invoice = invoices.get(intent.invoice)!;
    const subscription = subscriptions.get(invoice.subscription)!;
    intent.status = 'succeeded';
    intent.lastError = null;
    invoice.status = 'paid';
    invoice.amountPaid = invoice.amountDue;
    invoice.nextAttempt = null;
    subscription.defaultCard = intent.card ?? subscription.defaultCard;
    if (subscription.pendingPrice && invoice.reason === 'subscription_update') {
      subscription.price = subscription.pendingPrice;
      subscription.pendingPrice = null;
    }
    if (subscription.status === 'incomplete' || subscription.status === 'past_due')
      subscription.status = 'active';
    emit('payment_intent.succeeded', { kind: 'intent', id: intent.id });
    emit('invoice.paid', { kind: 'invoice', id: invoice.id });
    emit('invoice.payment_succeeded', { kind: 'invoice', id: invoice.id });
    emit('customer.subscription.updated', { kind: 'subscription', id: subscription.id });
    return intent;
  }

  /** Changes the price once the difference is paid, by the card on file or by one typed later. */
  function changePrice(subscription: Subscription, price: string): void {
    const { periodStart, periodEnd } = subscription;
    const left = Math.max(0, (periodEnd - now()) / (periodEnd - periodStart));
    const difference = Math.round((prices[price]! - prices[subscription.price]!) * left);
    subscription.pendingPrice = price;
    const invoice = bill(subscription, Math.max(0, difference), 'subscription_update');
    if (chargeOnFile(subscription, invoice)) return;
    emit('customer.subscription.updated', { kind: 'subscription', id: subscription.id });
  }

  /** Charges the card without the customer present. */
  function chargeOnFile(subscription: Subscription, invoice: Invoice): boolean {
    const intent = intents.get(invoice.intent)!;
    const behavior = subscription.defaultCard ? cardBehavior(subscription.defaultCard) : null;
    try {
      if (!behavior || behavior.decline || behavior.failsLater || behavior.authenticate)
        refuse(intent, subscription.defaultCard ?? '', {
          code: 'card_declined',
          decline_code: 'generic_decline',
          message: 'Your card was declined.',
        });
      intent.card = subscription.defaultCard;
      settle(intent);
      return true;
    } catch (error) {
      if (error instanceof CardRefused) return false;
      throw error;
    }
  }

  function end(subscription: Subscription): void {
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return;
    subscription.status = subscription.status === 'incomplete' ? 'incomplete_expired' : 'canceled';
    // Of one that was to end with its period, the time at which that was asked for.
    subscription.canceledAt ??= now();
    subscription.endedAt = now();
    emit('customer.subscription.deleted', { kind: 'subscription', id: subscription.id });
  }

  /**
   * Voids an unpaid invoice. It can no longer be paid, and a subscription that waited for it expires.
   * @returns false if the invoice is not open
   */
  function voidInvoice(invoice: Invoice): boolean {
    if (invoice.status !== 'open') return false;
    invoice.status = 'void';
    intents.get(invoice.intent)!.status = 'canceled';
    emit('invoice.voided', { kind: 'invoice', id: invoice.id });
    const subscription = subscriptions.get(invoice.subscription)!;
    if (subscription.status === 'incomplete') end(subscription);
    return true;
  }

  function refund(intentId: string, amount: number, metadata: Record<string, string> = {}): Refund {
    const made: Refund = { id: id('re'), intent: intentId, amount, metadata };
    refunds.push(made);
    emit('charge.refunded', { kind: 'intent', id: intentId });
    return made;
  }

  /** Moves the clock, one day at a time, and handles everything that becomes due. */
  function advance(seconds: number): void {
    const target = advanced + seconds;
    while (advanced < target) {
      advanced = Math.min(target, advanced + 86_400);
      for (const subscription of subscriptions.values()) pass(subscription);
    }
  }

  function pass(subscription: Subscription): void {
    const at = now();
    if (subscription.status === 'incomplete' && at > subscription.created + 23 * 3600) end(subscription);
    if (subscription.status !== 'active' && subscription.status !== 'past_due') return;
    const open = invoices.get(subscription.latestInvoice)!;
    if (subscription.status === 'past_due' && open.nextAttempt !== null && at >= open.nextAttempt) {
      if (!chargeOnFile(subscription, open)) planRetry(subscription, open);
      return;
    }
    if (subscription.status === 'active' && at >= subscription.periodEnd) {
      if (subscription.cancelAtPeriodEnd) {
        end(subscription);
        return;
      }
      subscription.periodStart = subscription.periodEnd;
      subscription.periodEnd += month;
      const invoice = bill(subscription, prices[subscription.price]!, 'subscription_cycle');
      if (chargeOnFile(subscription, invoice)) return;
      subscription.status = 'past_due';
      planRetry(subscription, invoice);
    }
  }

  function planRetry(subscription: Subscription, invoice: Invoice): void {
    const days = retryDays[invoice.attempts - 1];
    if (days === undefined) {
      end(subscription);
      return;
    }
    invoice.nextAttempt = now() + days * 86_400;
    emit('customer.subscription.updated', { kind: 'subscription', id: subscription.id });
  }

  return {
    ...{ customers, subscriptions, invoices, intents, refunds, now, addCustomer, removeCustomer, subscribe },
    ...{ confirm, authenticate, changePrice, end, voidInvoice, refund, advance },
    /** Resets everything. */
    clear(): void {
      for (const kept of [customers, subscriptions, invoices, intents]) kept.clear();
      refunds.length = 0;
      advanced = 0;
    },
    /** What the reader's bank does: it asks, takes the money back until it has decided, or decides. The subscription goes on. */
    dispute(intentId: string, status: DisputeStatus): void {
      const what = intents.get(intentId)!.dispute ? 'closed' : 'created';
      intents.get(intentId)!.dispute = status;
      emit(`charge.dispute.${what}`, { kind: 'dispute', id: intentId });
    },
    /** Changes the card on file at the provider. */
    setCard(subscriptionId: string, card: string): void {
      subscriptions.get(subscriptionId)!.defaultCard = card;
    },
    keepUntilPeriodEnd(subscription: Subscription, keep: boolean): void {
      subscription.cancelAtPeriodEnd = keep;
      subscription.canceledAt = keep ? now() : null;
      emit('customer.subscription.updated', { kind: 'subscription', id: subscription.id });
    },
  };
}

export type Ledger = ReturnType<typeof openLedger>;

/** The behavior of the provider's test cards, by number: https://docs.stripe.com/testing */
interface CardBehavior {
  /** Why the first charge is refused. */
  decline?: { code: string; decline_code: string; message: string };
  /** Asks for 3-D Secure when a person is present. */
  authenticate?: boolean;
  /** Pays once, then refuses every later charge without a person present. */
  failsLater?: boolean;
}

const declined = (decline_code: string, message = 'Your card was declined.', code = 'card_declined') => ({
  decline: { code, decline_code, message },
});

const behaviors: Record<string, CardBehavior> = {
  '4242424242424242': {},
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000000069': declined('expired_card', 'Your card has expired.', 'expired_card'),
  '4000000000000127': declined('incorrect_cvc', "Your card's security code is incorrect.", 'incorrect_cvc'),
  '4000000000000119': declined(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    'processing_error',
  ),
  '4000002500003155': { authenticate: true },
  '4000000000000341': { failsLater: true },
};

/** Null if the number is not a test card; the real test mode refuses those too. */
const cardBehavior = (number: string): CardBehavior | null => behaviors[number.replace(/\D/g, '')] ?? null;
