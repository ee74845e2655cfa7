import { parsers } from '#bench/hostile/parsers.ts';
import { closeProvider } from '#bench/hostile/provider.ts';
import { pumps, textOf } from '#bench/hostile/pumps.ts';
import { type OidcStandIn, startOidc } from '#stand-ins/oidc/server.ts';
import { type StripeStandIn, startStripe } from '#stand-ins/stripe/server.ts';
import { startZotero, type ZoteroStandIn } from '#stand-ins/zotero/server.ts';
import { type Door, openDoor } from '../accounts/accountsSetup.ts';
import { secret as mail, startAmazon, topic } from '../mail/bounceSetup.ts';
import { Chance, mutatedText } from './chance.ts';
import { longestTurn } from './longestTurn.ts';
import type { Surface } from './signInSurfaces.ts';
import { openSurfaces } from './surfaces.ts';
import { bibliographies } from './texts.ts';

// Sends invalid input to every parser, webhook and sign-in (calls: apiFuzz). Nothing may fail on our side, and no input
// may keep others waiting. The gate sends a few inputs of each kind; `npm run fuzz` sends 60,000.

const inputs = Number(process.env.FUZZ_INPUTS ?? 1000);
const seed = Number(process.env.FUZZ_SEED ?? 1);
/** How long one input may keep others waiting, in milliseconds. */
const mostMilliseconds = 500;

let door: Door;
let oidc: OidcStandIn;
let cards: StripeStandIn;
let zotero: ZoteroStandIn;
let amazon: Awaited<ReturnType<typeof startAmazon>>;
let surfaces: Record<string, Surface>;

beforeAll(async () => {
  [oidc, cards, zotero] = await Promise.all([startOidc(), startStripe(), startZotero()]);
  const access = { user: { library: true, write: true } };
  zotero.keys.set('P9NiFoyLeZu2bZNvvuQPDWsd', { userID: 1, username: 'ada', access });
  const origin = 'http://localhost';
  door = await openDoor({
    environment: {
      ...{ BASE_URL: origin, ALLOW_PRIVATE_WEBHOOKS: 'on', SES_TOPIC_ARN: topic },
      ...{ POSTMARK_WEBHOOK_SECRET: mail, MAILGUN_SIGNING_KEY: mail, BOUNCE_WEBHOOK_SECRET: mail },
      ...{ ...oidc.environment, ...cards.environment, ...zotero.environment },
    },
  });
  amazon = await startAmazon(door);
  surfaces = await openSurfaces({
    ...{ door, origin, amazon },
    secrets: { mail, topic, stripe: cards.environment.STRIPE_WEBHOOK_SECRET },
  });
});
afterAll(async () => {
  const running = [door, oidc, cards, zotero, amazon];
  await Promise.all([...running.map((one) => one.close()), closeProvider()]);
});

const none = { inputs: 0, taken: 0, refused: 0, unavailable: 0, 'longest turn in ms': 0 };
const tallies: Record<string, typeof none> = {};
const failures: string[] = [];

/** Sends one input and records the outcome. */
async function send(name: string, label: string, input: () => Promise<number>): Promise<void> {
  const { result, milliseconds } = await longestTurn(() => input().catch((error: unknown) => error));
  tallies[name] ??= { ...none };
  const tally = tallies[name];
  tally.inputs++;
  tally['longest turn in ms'] = Math.max(tally['longest turn in ms'], Math.round(milliseconds));
  if (typeof result !== 'number') failures.push(`${label}: ${String(result)}`);
  else if (result < 400) tally.taken++;
  else if (result < 500) tally.refused++;
  else if (result === 503) tally.unavailable++;
  else failures.push(`${label}: ${result}`);
  if (milliseconds > mostMilliseconds) failures.push(`${label}: ${Math.round(milliseconds)} ms`);
}

async function sendTexts(many: number): Promise<void> {
  const names = Object.keys(parsers);
  const texts = [...Object.values(bibliographies), ...pumps.map((pump) => textOf(pump, 40 * 4))];
  for (let at = 0; at < many; at++) {
    const name = names[at % names.length]!;
    const chance = new Chance(seed * 1_000_003 + at);
    const text = mutatedText(chance, chance.of(texts) + chance.of(texts));
    await send('parsers', `parser ${at}, ${name}`, async () => {
      try {
        await parsers[name]!(text);
        return 200;
      } catch (error) {
        // A bug of ours, not a refused input.
        if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError)
          throw error;
        return 400;
      }
    });
  }
}

async function sendToSurfaces(many: number): Promise<void> {
  const names = Object.keys(surfaces);
  for (let at = 0; at < many; at++) {
    const name = names[at % names.length]!;
    await send(name, `${name} ${at}`, () => surfaces[name]!(new Chance(seed * 7_368_787 + at)));
  }
}

describe('input from outside', () => {
  it(
    'causes no failure of ours and keeps nobody else waiting',
    async () => {
      await sendTexts(Math.round(inputs / 2));
      await sendToSurfaces(Math.round(inputs / 2));
      if (process.env.FUZZ_INPUTS) console.table(tallies);
      expect(failures).toEqual([]);
    },
    4 * 3600_000,
  );
});
