// The product with its stand-ins in one process, and a second door by which tests arrange what a reader's weeks
// would: tiers, terms in every state, old digests, a provider that fails. `PORT` is the product, `PORT + 1` that door.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { startLitwatch } from '#app/start.ts';
import { readConfig } from '#platform/runtime/config.ts';
import { sampleLibrary, startSources } from '#stand-ins/sources/server.ts';
import { startStripe } from '#stand-ins/stripe/server.ts';
import { arrangeCards } from './cards.ts';
import { ageLinks, endSessions, newReader, newSignUp } from './readers.ts';
import { wantedCards, wantedReader } from './wanted.ts';

const doorPort = Number(process.env.PORT) + 1;
const elsewhere = `http://127.0.0.1:${doorPort}`;

const sources = await startSources({ corpus: sampleLibrary });
const cards = await startStripe();
const provider = await arrangeCards(cards);
const config = readConfig({
  ...process.env,
  ...sources.environment,
  ...cards.environment,
  STRIPE_API_URL: provider.url,
  ANALYTICS_SCRIPT_URL: `${elsewhere}/analytics.js`,
  ANALYTICS_ID: 'G-TEST',
});
config.sources.sample = true;
Object.assign(config.stripe, { scriptUrl: cards.scriptUrl, sandbox: true });
const litwatch = await startLitwatch(config, { web: true, worker: true });
cards.delivery.url = `http://127.0.0.1:${litwatch.port}/api/stripe/webhook`;

const door = new Hono();
door.post('/readers', async (http) =>
  http.json(await newReader(litwatch.app, cards, wantedReader.parse(await http.req.json()))),
);
door.post('/signups', async (http) =>
  http.json(
    await newSignUp(litwatch.app, (await http.req.json<{ pendingSearch: string | null }>()).pendingSearch),
  ),
);
door.post('/sessions/end', async (http) => {
  await endSessions(litwatch.app, (await http.req.json<{ id: string }>()).id);
  return http.json({ done: true });
});
door.post('/links/age', async (http) => {
  await ageLinks(litwatch.app, (await http.req.json<{ email: string }>()).email);
  return http.json({ done: true });
});
door.post('/cards', async (http) => {
  await provider.arrange(wantedCards.parse(await http.req.json()));
  return http.json({ done: true });
});
// An analytics script on another host, as far as a browser can tell.
door.get('/analytics.js', (http) =>
  http.body('window.analyticsRan = location.href;', 200, { 'Content-Type': 'text/javascript' }),
);
const open = serve({ fetch: door.fetch, port: doorPort, hostname: '127.0.0.1' });

process.once('SIGTERM', async () => {
  open.close();
  await litwatch.stop();
  await sources.close();
  await cards.close();
  process.exit(0);
});
