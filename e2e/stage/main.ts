// The product and its stand-ins in one process, with a control server for setting up states that would otherwise take
// weeks: plans, topics in every state, old digests, failing payments. The product listens on `PORT`, the control server
// on `PORT + 1`.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { readConfig } from '#app/settings.ts';
import { startLitwatch } from '#app/start.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { startChannels } from '#stand-ins/channels/server.ts';
import { startCrossref } from '#stand-ins/crossref.ts';
import { addSampleJournals } from '#stand-ins/sampleJournals.ts';
import { sampleLibrary, startSources } from '#stand-ins/sources/server.ts';
import { startStripe } from '#stand-ins/stripe/server.ts';
import { startZotero } from '#stand-ins/zotero/server.ts';
import { createTestDatabase } from '#test/createDatabase.ts';
import { openPayments } from './payments.ts';
import { ageSessions, endSessions, newReader, newSignUp } from './readers.ts';
import { paymentSetup, readerSetup, unanswered } from './setup.ts';

const controlPort = Number(process.env.PORT) + 1;
const controlUrl = `http://127.0.0.1:${controlPort}`;

// With DATABASE_URL the stage has its own database on that server, as each file of feature tests has.
const database = await createTestDatabase();
const sources = await startSources({ corpus: sampleLibrary });
// arXiv is down only for topics with this word.
sources.misbehave('arxiv', { kind: '503', query: unanswered });
const registry = await startCrossref();
addSampleJournals(registry, sources, new Date());
const cards = await startStripe();
const setPayments = openPayments(cards);
const channels = await startChannels();
const zotero = await startZotero();
const config = readConfig({
  ...process.env,
  ...sources.environment,
  ...registry.environment,
  ...cards.environment,
  ...zotero.environment,
  DATABASE_URL: database?.url,
  // A test that uses up a network's rate limit names its own network.
  TRUSTED_PROXIES: '127.0.0.1',
  // The stand-ins run in this process.
  ALLOW_PRIVATE_WEBHOOKS: 'on',
  ANALYTICS_SCRIPT_URL: `${controlUrl}/analytics.js`,
  ANALYTICS_ID: 'G-TEST',
});
config.sources.sample = true;
Object.assign(config.stripe, { scriptUrl: cards.scriptUrl, sandbox: true });
const litwatch = await startLitwatch(config, { web: true, worker: true });
cards.delivery.url = `http://127.0.0.1:${litwatch.port}/api/stripe/webhook`;

const control = new Hono();
const on = <Body>(path: string, act: (body: Body) => Promise<unknown>) =>
  control.post(path, async (http) => http.json((await act(await http.req.json())) ?? { done: true }));
const { app } = litwatch;
on('/readers', (setup) => newReader({ app, cards, sources }, readerSetup.parse(setup)));
on('/signups', ({ pendingSearch }: { pendingSearch: string | null }) => newSignUp(app, pendingSearch));
on('/sessions/end', ({ id }: { id: string }) => endSessions(app, id));
on('/sessions/age', ({ id }: { id: string }) => ageSessions(app, id));
on('/payments', (setup) => setPayments(paymentSetup.parse(setup)));
control.get('/channels', (http) =>
  http.json({ addresses: channels.addresses, received: channels.received.map(({ text }) => text) }),
);
control.get('/zotero', (http) =>
  http.json(
    [...zotero.libraries].flatMap(([library, { items }]) =>
      [...items.values()].map(({ data }) => ({ library, title: data.title, note: data.note })),
    ),
  ),
);
/** Makes the database refuse writes, as a standby does, or take them again. */
on('/database', async ({ readOnly }: { readOnly: boolean }) => {
  await app.db.execute(`set default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
});
/** Does the scheduler's work of every minute. */
control.post('/tick', async (http) => {
  await enqueue(app, 'tick', {});
  return http.json({ done: true });
});
// For the browser, this is an analytics script on another host.
control.get('/analytics.js', (http) =>
  http.body('window.analyticsRan = location.href;', 200, { 'Content-Type': 'text/javascript' }),
);
const controlServer = serve({ fetch: control.fetch, port: controlPort, hostname: '127.0.0.1' });

process.once('SIGTERM', async () => {
  controlServer.close();
  await litwatch.stop();
  for (const one of [sources, registry, cards, channels, zotero]) await one.close();
  await database?.drop();
  process.exit(0);
});
