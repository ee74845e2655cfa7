import { randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import type { Emit, Ledger } from './ledger.ts';
import { newest, older, shapes } from './shapes.ts';

export interface Delivery {
  /** Where events are posted; nothing is posted without one. */
  url: string | null;
  secret: string;
  order: 'as-they-come' | 'shuffled';
  /** How often each is posted. */
  times: number;
  /** Events are kept but not posted: the webhook that never came. */
  held: boolean;
  /** Which API version's shape they have. */
  shape: 'newest' | 'older' | 'mixed';
}

interface Event {
  id: string;
  type: string;
  body: string;
}

/** Keeps what happened and posts it, signed as the provider signs. */
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
      // Events carry ids where an answer carries the expanded invoice.
      subscription: () => ({
        ...shaped.subscription(ledger.subscriptions.get(id)!),
        latest_invoice: ledger.subscriptions.get(id)!.latestInvoice,
      }),
      invoice: () => shaped.invoice(ledger.invoices.get(id)!),
      intent: () => shaped.intent(ledger.intents.get(id)!),
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
    const batch = waiting.flatMap((event) => Array.from({ length: delivery.times }, () => event));
    waiting = [];
    if (delivery.order === 'shuffled') batch.sort(() => Math.random() - 0.5);
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
      // The real provider tries again for three days; a test asks for it with `postAgain`.
      return null;
    }
  }

  return {
    emit,
    all,
    /** Every event so far once more, in the given order of indexes; all of them in order without one. */
    async postAgain(order: number[] = all.map((_, at) => at)): Promise<(number | null)[]> {
      const answers: (number | null)[] = [];
      for (const at of order) if (all[at]) answers.push(await post(all[at]));
      return answers;
    },
    clear(): void {
      all.length = 0;
      waiting = [];
    },
    /** Resolves when nothing waits to be posted. */
    quiet: () => posting,
  };
}
