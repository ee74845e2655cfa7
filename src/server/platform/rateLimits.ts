import { createHmac } from 'node:crypto';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import { Duration } from 'luxon';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#shared/contract/errors.ts';
import type { Db } from './db/open.ts';
import { rateLimits } from './db/schema.ts';
import { widerNetworks } from './http/clientNetwork.ts';

/** How many times in how many seconds. */
type Rule = [times: number, seconds: number];

/**
 * Whose calls are counted: those of one account (an id or an address), of one network, or of one account from one network
 * (`both`), which may be narrow without letting a stranger elsewhere lock the reader out.
 */
type Subject = 'account' | 'network' | 'both';
type Windows = Partial<Record<Subject, readonly (readonly [number, number])[]>>;

/**
 * Where strangers can name an account, `beyond` says what is left once the account's own windows are full: they slow the
 * account's owner down together with the strangers, and never lock the owner out.
 */
interface Rules extends Windows {
  beyond?: Windows;
}
export type Limits = Record<string, Rules>;

/** A limit of a feature's own. */
export const rateLimit = (name: string, rules: Rules) => ({ name, rules });

type Limit = keyof typeof limits | ReturnType<typeof rateLimit>;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Periods of the table below, in seconds. */
const periods = {
  minute,
  tenMinutes: 10 * minute,
  quarter: 15 * minute,
  halfHour: hour / 2,
  hour,
  day,
  // Not quite a day, so that the counter of a nightly run has reset by the next one.
  night: 23 * hour,
};

/** Windows by their period: `per({ hour: 5, day: 10 })`. */
const per = (times: Partial<Record<keyof typeof periods, number>>): Rule[] =>
  Object.entries(times).map(([period, count]) => [count, periods[period as keyof typeof periods]]);

/**
 * How often each action is allowed. Several windows for one subject work as a back-off: a caller that continues after the
 * short wait reaches a longer one. Limits by network are wide enough for an institute behind one address.
 */
export const limits = {
  signup: {
    both: per({ hour: 5, day: 10 }),
    network: per({ hour: 100 }),
    account: per({ hour: 15, day: 30 }),
    beyond: { account: per({ halfHour: 1 }) },
  },
  /**
   * Windows of increasing length. The account's own, from everywhere, are the last defense against many networks at once:
   * beyond them each network has a few attempts of its own, one of which is the owner's.
   */
  login: {
    both: per({ minute: 10, quarter: 20, day: 60 }),
    account: per({ quarter: 60, day: 300 }),
    network: per({ quarter: 300 }),
    beyond: { both: per({ quarter: 3, day: 10 }) },
  },
  /** Attempts from a browser that signed in before, counted by browser, so that strangers cannot use these up. */
  'login-device': { account: per({ minute: 10, quarter: 20, day: 60 }) },
  reset: { both: per({ hour: 5, day: 10 }), network: per({ hour: 50 }) },
  /** Mails with a reset link to one address; beyond that one each half hour, half as long as a link works. */
  'reset-mail': { account: per({ hour: 15, day: 30 }), beyond: { account: per({ halfHour: 1 }) } },
  /** Attempts to enter the code that opens the first account. */
  setup: { network: per({ hour: 20 }) },
  /** Checks whether an invitation is still open. */
  invitation: { network: per({ hour: 100 }) },
  /** Single sign-ons. Each makes a request to the provider. */
  outside: { network: per({ quarter: 300 }) },
  verification: { network: per({ hour: 200 }) },
  /** Readers who clear the block on their bounced address. */
  'mail-block': { account: per({ day: 3 }) },
  /** Password checks inside a session. */
  password: { account: per({ quarter: 10, day: 30 }) },
  /** Uses of the link that ends what has access without the password. */
  'end-access': { network: per({ hour: 60 }) },
  export: { account: per({ hour: 10 }) },
  search: { account: per({ hour: 20, day: 40 }), network: per({ day: 300 }) },
  /** Previews of a topic's reading. The limit is wide because a page makes one after every pause in typing. */
  understanding: { network: per({ minute: 120 }) },
  /** Calls of a reader that rank a topic again (`costs` of a contract). */
  ranking: { account: per({ minute: 60, day: 1500 }) },
  /** Calls that search or write out what a reader has. The limit is wide because pages make several at once. */
  reading: { account: per({ minute: 600, day: 20_000 }) },
  /** Pages, feeds and files of references by a link, which is opened without a sign-in. */
  link: { network: per({ minute: 120 }) },
  /** This week's best papers for somebody without an account. */
  preview: { network: per({ minute: 10 }) },
  /** Feedback on papers. Wide, because a reader goes through a digest in a minute. By link, each topic has its own. */
  feedback: { account: per({ hour: 300, day: 1000 }), network: per({ hour: 600 }) },
  /** Answers to papers on the desk and the shelf. The limit is wide because a bulk action makes one call per paper. */
  'paper-state': { account: per({ hour: 2000 }) },
  /** New channels and new secrets. */
  channel: { account: per({ hour: 30 }) },
  /** Tests and repeated deliveries. Each posts to an address that the reader chose. */
  'channel-send': { account: per({ tenMinutes: 10, day: 60 }) },
  /** Files of the shelf, which may hold thousands of papers. */
  'shelf-export': { account: per({ hour: 60 }) },
  /** Imports of references. Each is parsed immediately, and looked up later. */
  import: { account: per({ hour: 30 }) },
  /** Topic proposals. Each groups up to a thousand papers in a ranking thread. */
  proposals: { account: per({ hour: 30 }) },
  /** Look-ups of imported references, for all readers. With harvests and live searches we stay under 600 a day. */
  'import-look-up': { account: per({ day: 60 }) },
  /** The share of one reader, some 2,000 references of PubMed or 20 of bioRxiv, and of one network (a /24 or /48). */
  'import-look-up-reader': { account: per({ day: 20 }) },
  'import-look-up-network': { account: per({ day: 30 }) },
  /** New passwords that are looked at, which takes a moment each, whether they are refused or not. */
  'new-password': { network: per({ minute: 60, hour: 600 }) },
  resend: { account: per({ hour: 3 }), network: per({ hour: 60 }) },
  /**
   * First searches that query PubMed or arXiv directly, by source: two calls each, up to five when a source stumbles.
   * A day of harvesting takes about 300 calls; with live searches we stay under 600 a day for any number of readers.
   */
  'live-search': { account: per({ day: 60 }) },
  /** Topics whose parts MeSH is asked to name, by two calls each, after the first digest. Each wording is asked for once. */
  headings: { account: per({ day: 30 }) },
  /** The share of one reader, and of one network (a /24 or /48), by source. */
  'live-search-reader': { account: per({ day: 12 }) },
  'live-search-network': { account: per({ day: 24 }) },
  /**
   * Requests to OpenAlex in a night, for 10,000 to 20,000 papers. At $0.001, the highest observed cost, they stay under
   * half of a free key's dollar a day (https://developers.openalex.org/api-reference/authentication).
   */
  impact: { account: per({ night: 400 }) },
  /** Requests to the DOI registry: 1,000 works a day, and what was registered since the previous day. */
  updates: { account: per({ night: 60 }) },
  'test-mail': { account: per({ hour: 20 }), network: per({ hour: 20 }) },
  /**
   * Every visit to a payment page starts a checkout or finds an unfinished one, so somebody who compares plans must not
   * use this up. Attempts to charge cards go to the provider, which limits them itself.
   */
  subscription: { account: per({ hour: 40, day: 100 }), network: per({ hour: 200 }) },
} satisfies Record<string, Rules>;

/**
 * Counts one attempt: for the pair of account and network, then for the network, and only if both allow it for the
 * account. An IPv6 network counts as its /64, /56 and /48, one after the other. The count stops at the first window that
 * refuses, so a refused network cannot use up the attempts that an account has from elsewhere. What is refused counts
 * nowhere, not even in the windows that allowed it, nor for the other limits of the same attempt. Counted in the database, so
 * all web processes share it. Call it outside a transaction, because a refusal must not be rolled back with the rest.
 * @throws AppError `limited` (429) with `retryAfter` in seconds.
 */
export const limit = (app: Counting, ...attempt: Attempt): Promise<void> =>
  limited(app, attempt, async () => undefined);

/** Counts one attempt as `limit` does. Returns the seconds to wait, 0 if it is allowed. */
export const waitFor = async (app: Counting, ...attempt: Attempt): Promise<number> =>
  (await count(app, attempt)).wait;

/**
 * Counts one attempt as `limit` does, and does it. What `act` refuses with a sentence was never done and counts for nothing;
 * `unavailable` counts, because somebody was asked. Not for guesses, which count when they are wrong.
 */
export async function limited<T>(app: Counting, attempt: Attempt, act: () => Promise<T>): Promise<T> {
  const { wait, keys } = await count(app, attempt);
  if (wait > 0)
    throw new AppError('limited', `Too many attempts. Please try again in ${waitText(wait)}.`, {
      retryAfter: wait,
    });
  try {
    return await act();
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') await giveBack(app, keys);
    throw error;
  }
}

/** A limit and whom it counts, and further limits of the same attempt. */
type Attempt = [which: Limit, who: Who, ...more: (readonly [Limit, Who])[]];

/** The seconds to wait, and the counters that hold the attempt: none if it has to wait. */
async function count(app: Counting, [first, who, ...more]: Attempt) {
  const keys: string[] = [];
  const pass = async (name: string, windows: Windows, who: Who) => {
    for (const window of windowsOf(app, name, windows, who)) {
      const wait = await consume(app, window);
      keys.push(window.key);
      if (wait > 0) return { ...window, wait };
    }
    return null;
  };
  for (const [which, whose] of [[first, who] as const, ...more]) {
    const { name, rules } = rulesOf(app, which);
    let refused = await pass(name, rules, whose);
    if (refused?.subject === 'account' && rules.beyond)
      refused = await pass(`${name}:beyond`, rules.beyond, whose);
    if (refused) await giveBack(app, keys);
    if (refused) return { wait: refused.wait, keys: [] };
  }
  return { wait: 0, keys };
}

async function giveBack({ db }: Pick<Counting, 'db'>, keys: string[]): Promise<void> {
  for (const [key, times] of Map.groupBy(keys, (key) => key))
    await db
      .update(rateLimits)
      .set({ points: sql`greatest(${rateLimits.points} - ${times.length}, 0)` })
      .where(eq(rateLimits.key, key));
}

/** Clears what was counted for an account everywhere, and for it from this network; not the network's own. Idempotent. */
export async function clearLimit(app: Counting, which: Limit, who: Who & { account: string }): Promise<void> {
  const { name, rules } = rulesOf(app, which);
  const own = windowsOf(app, name, { ...rules, network: [] }, who);
  const keys = [...own, ...windowsOf(app, `${name}:beyond`, rules.beyond ?? {}, who)].map(({ key }) => key);
  if (keys.length) await app.db.delete(rateLimits).where(inArray(rateLimits.key, keys));
}

/** Deletes counters that ended before a time. Idempotent. */
export async function removeOldLimits({ db }: { db: Db }, before: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, before));
}

/** The database with the counters, the key of its hashes, and rules that replace those above, if any. */
type Counting = { db: Db; secret: string; limits?: Partial<Limits> };

type Who = { account?: string; network?: string };

function rulesOf({ limits: override }: Counting, which: Limit): { name: string; rules: Rules } {
  const { name, rules } = typeof which === 'string' ? { name: which, rules: limits[which] } : which;
  return { name, rules: override?.[name] ?? rules };
}

/** A wider network has one and a half times the attempts of its /64, the widest has twice as many. */
const growth = [1, 1.5, 2];

/** The rows that count an attempt, in the order of counting, for each subject that the call names. */
function windowsOf({ secret }: Pick<Counting, 'secret'>, name: string, rules: Windows, who: Who) {
  const { account, network } = who;
  const networks = network === undefined ? [] : widerNetworks(network);
  const counted = {
    both: account === undefined ? [] : networks.map((one) => `${account} ${one}`),
    network: networks,
    account: account === undefined ? [] : [account],
  };
  return (['both', 'network', 'account'] as const).flatMap((subject) =>
    counted[subject].flatMap((one, wider) =>
      (rules[subject] ?? []).map(([points, duration]) => ({
        ...{ subject, duration, points: Math.ceil(points * growth[wider]!) },
        key: `${name}:${subject}:${duration}:${hashed(secret, one)}`,
      })),
    ),
  );
}

/** Counts one attempt. Returns the seconds to wait, 0 if below the limit. */
async function consume(
  { db }: { db: Db },
  { key, points, duration }: { key: string; points: number; duration: number },
): Promise<number> {
  const limiter = new RateLimiterDrizzle({
    storeClient: db,
    schema: rateLimits,
    keyPrefix: '',
    points,
    duration,
    // The nightly cleanup removes old rows once a day for all processes.
    clearExpiredByTimeout: false,
  });
  try {
    await limiter.consume(key);
    return 0;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
  }
}

/** Addresses and networks are stored as keyed hashes: plain ones could be found by trying addresses. */
export const hashed = (secret: string, key: string): string =>
  createHmac('sha256', secret).update(`litwatch limit 1:${key}`).digest('base64url').slice(0, 22);

function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / minute);
  const wait =
    seconds < 90 ? { seconds } : minutes <= 90 ? { minutes } : { hours: Math.ceil(seconds / hour) };
  return Duration.fromObject(wait, { locale: 'en' }).toHuman();
}
