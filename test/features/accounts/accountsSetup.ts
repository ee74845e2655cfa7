import { tmpdir } from 'node:os';
import { sql } from 'drizzle-orm';
import { features } from '#app/features.ts';
import { healthRoutes, openHealth } from '#app/health.ts';
import { openRouter } from '#app/routes.ts';
import { readConfig } from '#app/settings.ts';
import { openPayments } from '#billing/paymentProvider.ts';
import type { App } from '#kit/feature.ts';
import { openMail } from '#mail/enqueueMail.ts';
import { mailSite } from '#mail/layout/template.ts';
import { isMailName, renderMail } from '#mail/mails.ts';
import type { Database } from '#platform/db/open.ts';
import type { Payloads, QueueName } from '#platform/queue/queues.ts';
import type { Limits } from '#platform/rateLimits.ts';
import { openLog } from '#platform/runtime/log.ts';
import { emptyDatabase, openFreshDatabase } from '#test/freshDatabase.ts';
import { inlineIndex } from '#test/inlineIndex.ts';
import { password, signupForm, twice, Visitor } from '#test/visitor.ts';

export { opened } from '#test/opened.ts';
export { password, signupForm, twice };

/**
 * The HTTP API on its own database. Enqueued jobs become rows, within the caller's transaction, that a test can look at;
 * nothing runs them. Without `limited` there are no rate limits, because every call here comes from one network.
 */
export async function openDoor({
  environment = {},
  limited = noLimits,
  index = inlineIndex(),
  configure,
  database: given,
}: {
  environment?: Record<string, string>;
  limited?: App['limits'];
  index?: App['index'];
  /** The configuration without any variable set. */
  configure?: (config: App['config']) => void;
  /** One that doors of a file share, one after the other; it is emptied, and stays open. */
  database?: Database;
} = {}) {
  const database = given ?? (await openFreshDatabase());
  const config = readConfig({
    NODE_ENV: 'test',
    BASE_URL: 'http://litwatch.test',
    DATA_DIR: tmpdir(),
    TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
  });
  configure?.(config);
  await database.db.execute(sql`create table if not exists asked (id serial, queue text, payload jsonb)`);
  if (given) await emptyDatabase(given);
  const clock = { now: new Date('2026-03-02T09:00:00Z') };
  const app: App = {
    features,
    depth: async () => [],
    config,
    db: database.db,
    log: openLog('silent'),
    now: () => new Date(clock.now),
    databaseTime: async () => new Date(clock.now),
    async send(db, queue, payload) {
      await db.execute(sql`insert into asked (queue, payload) values (${queue}, ${JSON.stringify(payload)})`);
    },
    async sendAll(queue, jobs, db) {
      for (const { payload } of jobs) await app.send(db ?? database.db, queue, payload);
    },
    mailer: {
      send: async () => ({ outcome: 'later', response: 'not here' }),
      has: async () => false,
      close: async () => {},
    },
    sources: {} as App['sources'],
    index,
    models: { chat: null, embed: null },
    payments: await openPayments(config),
    secret: 'a secret of thirty-two characters',
    limits: limited,
  };
  const boss = { ready: async () => true };
  const health = openHealth(app, database, { boss, isWorker: false, isStopping: () => false });
  const door = openRouter(app, { health: healthRoutes(health, () => true) });
  const jobs = async <Q extends QueueName>(queue: Q): Promise<Payloads[Q][]> => {
    const { rows } = await database.db.execute(
      sql`select payload from asked where queue = ${queue} order by id`,
    );
    return rows.map(({ payload }) => payload as Payloads[Q]);
  };
  const visitor = (network = '198.51.100.7') =>
    new Visitor(door, {
      'x-forwarded-for': network,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
  const mails = async (to: string) =>
    (await jobs('send-mail'))
      .map((job) => ({ mail: job.mail, ...openMail(app, job) }))
      .filter((mail) => mail.to === to);

  return {
    app,
    door,
    jobs,
    clock,
    mails,
    /** Renders every mail, which checks that accounts pass what the templates need. */
    async readMail(to: string) {
      const { mail, data } = (await mails(to)).at(-1)!;
      if (!isMailName(mail)) throw new Error(`There is no mail ${mail}.`);
      return renderMail(mail, data as never, mailSite(config));
    },
    visitor,
    signUp: (email: string, more: object = {}) => visitor().post('/api/signup', signupForm(email, more)),
    /** Moves the clock. */
    pass(seconds: number): void {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    },
    /** Opens the mailed link in another browser. */
    verify: (token: string) => visitor().get(`/api/verify-email?token=${token}`),
    login: (email: string, given = password) => visitor().post('/api/auth/login', { email, password: given }),
    /** Chooses a password by a mailed link. */
    reset: (token: string | null, chosen = password) =>
      visitor().post('/api/reset-password', { token, ...twice(chosen) }),
    close: async () => (given ? undefined : database.close()),
  };
}

export type Door = Awaited<ReturnType<typeof openDoor>>;

const unlimited = { account: [], network: [], both: [] };
const noLimits: Limits = new Proxy({}, { get: () => unlimited });

/** The token in the newest mail with this name to this address. */
export async function tokenMailed(door: Door, to: string, mail = 'verify'): Promise<string> {
  const asked = (await door.mails(to)).filter((one) => one.mail === mail).at(-1);
  return new URL(String(asked?.data.link)).searchParams.get('token')!;
}

/** Signs up, confirms and signs in a reader. */
export async function newReader(door: Door, email: string) {
  const visitor = door.visitor();
  await visitor.post('/api/signup', signupForm(email));
  // As in another browser, which the link does not sign in.
  visitor.cookies.clear();
  await visitor.get(`/api/verify-email?token=${await tokenMailed(door, email)}`);
  visitor.cookies.clear();
  const { body } = await visitor.post('/api/auth/login', { email, password });
  return Object.assign(visitor, { id: body.user.id as string, email });
}
