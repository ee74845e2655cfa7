import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import type { Emit, Ledger } from './ledger.ts';
import { newest, older, shapes } from './shapes.ts';

export interface Delivery {
  /** The webhook address; without one, no event is posted. */
  url: string | null;
  secret: string;
  /** Keeps events without posting them, like a webhook that never arrives. */
  held: boolean;
  /** The API version of the events' format. */
  shape: 'newest' | 'older' | 'mixed';
}

type Event = { id: string; type: string; body: string };

/** Keeps events and posts them with the provider's signature. */
export function openEvents(getLedger: () => Ledger, delivery: Delivery) {
  const all: Event[] = [];
  let waiting: Event[] = [];
  let posting: Promise<void> = Promise.resolve();

  const emit: Emit = (type, { kind, id }) => {
    const ledger = getLedger();
    const version =
      delivery.shape === 'older' || (delivery.shape === 'mixed' && all.length % 2 === 1) ? older : newest;
    const shaped = shapes(ledger, version);
    const object = {
      customer: () => shaped.customer(ledger.customers.get(id)!),
      // Events have ids in places where responses have the expanded invoice.
      subscription: () => ({
        ...shaped.subscription(ledger.subscriptions.get(id)!),
        latest_invoice: ledger.subscriptions.get(id)!.latestInvoice,
      }),
      invoice: () => shaped.invoice(ledger.invoices.get(id)!),
      intent: () => shaped.intent(ledger.intents.get(id)!),
      dispute: () => shaped.dispute(ledger.intents.get(id)!),
    }[kind]();
    const event = {
      id: `evt_${randomBytes(10).toString('hex')}`,
      object: 'event',
      api_version: version,
      created: ledger.now(),
      livemode: false,
      pending_webhooks: 1,
      type,
      data: { object },
    };
    const kept = { id: event.id, type, body: JSON.stringify(event) };
    all.push(kept);
    if (delivery.held) return;
    waiting.push(kept);
    posting = posting.then(() => new Promise((soon) => setTimeout(soon, 5))).then(flush);
  };

  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    for (const event of batch) await post(event);
  }

  async function post({ body }: Event): Promise<number | null> {
    if (!delivery.url) return null;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: delivery.secret });
    try {
      const response = await fetch(delivery.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body,
      });
      return response.status;
    } catch {
      // The real provider retries for three days; a test retries with `postAgain`.
      return null;
    }
  }

  return {
    emit,
    all,
    /** Posts events again, by indexes in the given order; by default all, in their order. */
    async postAgain(order: number[] = all.map((_, at) => at)): Promise<(number | null)[]> {
      const answers: (number | null)[] = [];
      for (const at of order) if (all[at]) answers.push(await post(all[at]));
      return answers;
    },
    clear(): void {
      all.length = 0;
      waiting = [];
    },
    /** Resolves when no event is waiting to be posted. */
    quiet: () => posting,
  };
}
