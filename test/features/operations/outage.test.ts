import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { searchTerms, users } from '#platform/db/schema.ts';
import { type StripeStandIn, startStripe } from '#stand-ins/stripe/server.ts';
import { signupForm } from '#test/visitor.ts';
import { eventually, newReader, password, startWorld, type Visitor, type World } from '#test/world.ts';

/** Stands between the product and its PostgreSQL server, and can be cut. */
async function startWire(url: string) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let isCut = false;
  let toLose: { by?: Socket; words: RegExp[] } = { words: [] };
  const server = createServer((client) => {
    if (isCut) return client.destroy();
    const upstream = connect(Number(port), hostname);
    let loses = false;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    client.on('data', (bytes) => {
      const { by = client, words } = toLose;
      if (by === client && words[0]?.test(bytes.toString('latin1'))) {
        toLose = { by, words: words.slice(1) };
        loses = words.length === 1;
      }
      upstream.write(bytes);
    });
    // The server has done it, and nobody hears of it.
    upstream.on('data', (bytes) => (loses ? client.destroy() : client.write(bytes)));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.toString(),
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    /** Cuts the next connection that sends all of this in turn, after the server has answered the last of it. */
    loseAnswerTo(...words: RegExp[]) {
      toLose = { words };
    },
    isLost: () => toLose.words.length === 0,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.runIf(process.env.DATABASE_URL)('outage of the database', () => {
  let world: World;
  let wire: Awaited<ReturnType<typeof startWire>>;
  let cards: StripeStandIn;
  let reader: Visitor & { id: string };

  beforeAll(async () => {
    cards = await startStripe();
    world = await startWorld({
      environment: cards.environment,
      configure: async (config) => {
        wire = await startWire(config.databaseUrl!);
        config.databaseUrl = wire.url;
      },
    });
    cards.delivery.url = `${world.url}/api/stripe/webhook`;
    reader = await newReader(world, 'patient@example.org');
  });
  afterAll(async () => {
    wire.mend();
    await world.close();
    await Promise.all([wire.close(), cards.close()]);
  });

  // A write: while the database is thought to be away, reads may be answered already.
  const back = () =>
    eventually(
      async () =>
        (await reader.patch(`/api/users/${reader.id}/preferences`, { dailyHighlights: true })).status === 200,
      'the database',
    );

  it('answers reads and writes with 503, a time to wait and a sentence, and serves them again afterwards', async () => {
    wire.cut();
    const answers = await Promise.all([
      reader.get(`/api/users/${reader.id}/search-terms`),
      reader.post('/api/immediate-search', { searchTerm: 'moss' }),
      world.browser().post('/api/auth/login', { email: 'patient@example.org', password }),
      world.browser().get('/api/verify-email?token=none'),
      world.browser().post('/api/forgot-password', { email: 'patient@example.org' }),
    ]);
    for (const { status, headers, body } of answers) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('3');
      expect(body).toMatchObject({ code: 'unavailable', outage: true });
      expect(body.message).toMatch(/^We (are back in a moment|lost touch with our database)/);
    }
    const readiness = await fetch(`${world.url}/readyz?details`);
    expect(readiness.status).toBe(503);
    expect(await readiness.text()).toMatch(/wrong +database/);
    wire.mend();
    await back();
  });

  it('lets a call wait that comes within two seconds of its end', async () => {
    wire.cut();
    const waiting = reader.get('/api/digests');
    await delay(700);
    wire.mend();
    expect((await waiting).status).toBe(200);
  });

  it('loses no connection of its pool when the answer to the beginning of a transaction is lost', async () => {
    const { db, config } = world.app;
    for (let lost = 0; lost < config.databaseConnections; lost++) {
      // A job's transaction may begin first.
      await eventually(() => {
        wire.loseAnswerTo(/begin/);
        return db.transaction(async () => false).catch(() => wire.isLost());
      }, 'a lost answer');
    }
    expect(await db.transaction(async () => 'begun')).toBe('begun');
  });

  it('answers 503 to a write while the server is read-only, and reads go on', async () => {
    const name = new URL(wire.url).pathname.slice(1);
    const admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await admin.connect();
    // Sessions keep the setting they began with, a pooler's too.
    const alter = async (what: string) => {
      await admin.query(`alter database ${name} ${what}`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    };
    await alter('set default_transaction_read_only = on');
    try {
      const refused = await eventually(async () => {
        const answer = await reader.patch(`/api/users/${reader.id}/preferences`, { dailyHighlights: true });
        return answer.status === 503 && answer;
      }, 'a refusal');
      expect(refused.body).toMatchObject({ code: 'unavailable', outage: true });
    } finally {
      await alter('reset default_transaction_read_only');
      await admin.end();
    }
    await back();
  });

  it('adds a topic once when the answer was lost and the reader adds it again', async () => {
    wire.loseAnswerTo(/insert into "search_terms"/, /commit/);
    const first = await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
    expect(wire.isLost()).toBe(true);
    expect(first.status).toBe(503);
    const message = expect.stringContaining('may have been done');
    expect(first.body).toMatchObject({ mayBeDone: true, message });
    await back();
    const again = await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
    expect(again.status).not.toBe(503);
    const topics = await world.app.db.$count(searchTerms, eq(searchTerms.userId, reader.id));
    expect(topics).toBe(1);
  });

  it('makes one account when the answer to a sign-up was lost and it is sent again', async () => {
    const form = signupForm('again@example.org');
    wire.loseAnswerTo(/insert into "signup_attempts"/);
    const first = await world.browser().post('/api/signup', form);
    expect(wire.isLost()).toBe(true);
    expect(first.status).toBe(503);
    await back();
    expect((await world.browser().post('/api/signup', form)).status).toBe(200);
    const mail = await world.smtp.waitFor(
      ({ to, text }) => to.includes(form.email) && text.includes('token='),
    );
    const token = /verify-email\?token=([\w.~-]+)/.exec(mail.text)![1]!;
    await world.browser().get(`/api/verify-email?token=${token}`);
    const accounts = await world.app.db.select().from(users).where(eq(users.email, form.email));
    expect(accounts).toHaveLength(1);
  });

  it('charges once for a plan whose answer was lost and that is bought again', async () => {
    wire.loseAnswerTo(/commit/);
    await reader.post('/api/create-subscription', { tier: 'pro' });
    await back();
    const { status, body } = await reader.post('/api/create-subscription', { tier: 'pro' });
    expect(status).toBe(200);
    const card = '4242424242424242';
    await fetch(`${cards.url}/v1/payment_intents/${body.clientSecret.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        client_secret: body.clientSecret,
        'payment_method_data[card][number]': card,
      }),
    });
    await eventually(
      async () => (await reader.get('/api/auth/user')).body.subscriptionTier === 'pro',
      'the plan',
    );
    const active = [...cards.ledger.subscriptions.values()].filter(({ status }) => status === 'active');
    expect(active).toHaveLength(1);
  });
});
