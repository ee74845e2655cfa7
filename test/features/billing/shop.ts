import { type StripeStandIn, startStripe } from '#stand-ins/stripe/server.ts';
import { eventually, newReader, startWorld, type Visitor, type World } from '#test/world.ts';

export type Payer = Visitor & { id: string };

/** The product beside the card sandbox, and what readers do with their cards there. */
export async function openShop(environment: Record<string, string> = {}) {
  const cards: StripeStandIn = await startStripe();
  const world: World = await startWorld({
    corpus: [],
    environment: { ...cards.environment, ...environment },
  });
  cards.delivery.url = `${world.url}/api/stripe/webhook`;
  let people = 0;

  /** As the provider's script on the page does, with the client secret. */
  const tell = async (secret: string, act: 'confirm' | 'authenticate', fields: Record<string, string>) => {
    const answer = await fetch(`${cards.url}/v1/payment_intents/${secret.split('_secret_')[0]}/${act}`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret, ...fields }),
    });
    return answer.json() as Promise<{ status?: string; error?: { message: string; code: string } }>;
  };
  const pay = (secret: string, card = '4242424242424242') =>
    tell(secret, 'confirm', { 'payment_method_data[card][number]': card });
  const tierOf = async (reader: Payer): Promise<string> =>
    (await reader.get('/api/auth/user')).body.subscriptionTier;
  const becomes = (reader: Payer, tier: string) =>
    eventually(async () => (await tierOf(reader)) === tier, `the tier ${tier}`);
  return {
    cards,
    world,
    pay,
    tierOf,
    becomes,
    authenticate: (secret: string, result: 'accept' | 'refuse') => tell(secret, 'authenticate', { result }),
    /** A new reader; the provider knows nobody. */
    async open(): Promise<Payer> {
      await cards.events.quiet();
      cards.reset();
      world.smtp.clear();
      return newReader(world, `payer-${people++}@example.org`);
    },
    /** @returns the id of a subscription that is paid */
    async subscribed(reader: Payer, tier: 'pro' | 'team', card?: string): Promise<string> {
      const { body } = await reader.post('/api/create-subscription', { tier });
      await pay(body.clientSecret, card);
      await becomes(reader, tier);
      return body.subscriptionId;
    },
    withStatus: (status: string) =>
      [...cards.ledger.subscriptions.values()].filter((one) => one.status === status),
    async close() {
      await world.close();
      await cards.close();
    },
  };
}
