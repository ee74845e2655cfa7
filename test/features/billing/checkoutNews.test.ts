import { eq, sql } from 'drizzle-orm';
import { subscriptionTracking, users } from '#platform/db/schema.ts';
import { type StripeStandIn, startStripe } from '#stand-ins/stripe/server.ts';
import { eventually, newReader, startWorld, type World } from '#test/world.ts';

// The embedded engine has one connection, so nothing waits there.
describe.runIf(process.env.DATABASE_URL)('checkout during its own webhook', () => {
  let world: World;
  let cards: StripeStandIn;
  beforeAll(async () => {
    cards = await startStripe();
    world = await startWorld({ environment: cards.environment });
  });
  afterAll(async () => {
    await world.close();
    await cards.close();
  });

  const somebodyWaits = async () => {
    const { rows } = await world.app.db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  it('starts while a sync locks the account and stores the same subscription', async () => {
    const reader = await newReader(world, 'payer@example.org');
    // The provider knows the reader from now on, so a checkout writes nothing to the account.
    await reader.post('/api/create-subscription', { tier: 'team' });
    const { answer } = await world.app.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, reader.id)).for('update');
      const answer = reader.post('/api/create-subscription', { tier: 'pro' });
      await eventually(somebodyWaits, 'the checkout to wait for the account');
      const started = [...cards.ledger.subscriptions.values()].find((one) => one.metadata.tier === 'pro')!;
      await tx
        .insert(subscriptionTracking)
        .values({ userId: reader.id, subscriptionId: started.id, invoiceId: started.latestInvoice });
      return { answer };
    });
    expect((await answer).body).toMatchObject({ tier: 'pro', clientSecret: expect.any(String) });
  });
});
