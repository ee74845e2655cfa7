import { createHash } from 'node:crypto';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#shared/contract/errors.ts';
import type { Db } from './db/open.ts';
import { rateLimits } from './db/schema.ts';

/** How many times in how many seconds. */
type Rule = [times: number, seconds: number];

/**
 * Whose calls are counted: one account's (an id or an address), one network's, or those of one account from one
 * network (`both`), which may be narrow without letting a stranger elsewhere lock the reader out.
 */
type Subject = 'account' | 'network' | 'both';
export type Limits = Record<LimitName, Partial<Record<Subject, Rule[]>>>;
export type LimitName = keyof typeof limits;

// Seconds, the unit of the table below.
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How often each action is allowed. Several windows for one subject work as a back-off: a caller that goes on after
 * the short wait runs into a longer one. Limits by network are wide enough for an institute behind one address.
 */
export const limits = {
  signup: {
    account: [
      [5, hour],
      [10, day],
    ],
    network: [[100, hour]],
  },
  /** Lengthening windows; the account's own, from everywhere, are the last defense against many networks at once. */
  login: {
    both: [
      [10, minute],
      [20, 15 * minute],
      [60, day],
    ],
    account: [
      [60, 15 * minute],
      [300, day],
    ],
    network: [[300, 15 * minute]],
  },
  reset: {
    account: [
      [5, hour],
      [10, day],
    ],
    network: [[50, hour]],
  },
  verification: { network: [[200, hour]] },
  /** Readers who clear the block on their bounced address. */
  'mail-block': { account: [[3, day]] },
  /** Password checks inside a session. */
  password: {
    account: [
      [10, 15 * minute],
      [30, day],
    ],
  },
  export: { account: [[10, hour]] },
  search: {
    account: [
      [20, hour],
      [40, day],
    ],
    network: [[300, day]],
  },
  /** Judgements of papers: wide, since a reader goes through a digest in a minute. By link, each topic has its own count. */
  feedback: {
    account: [
      [300, hour],
      [1000, day],
    ],
    network: [[600, hour]],
  },
  resend: { account: [[3, hour]], network: [[60, hour]] },
  /**
   * First searches that query PubMed or arXiv directly, by source: two calls each, up to five when a source stumbles.
   * A day of harvesting takes about 300 calls; with live searches we stay under 600 a day for any number of readers.
   */
  'live-search': { account: [[60, day]] },
  /**
   * Requests to OpenAlex in a night, for 10,000 to 20,000 papers: at $0.001, the most that one was seen to cost, under half
   * of the dollar a day that a free key has (https://developers.openalex.org/api-reference/authentication).
   * Not quite a day, so that the counter has reset by the next run.
   */
  impact: { account: [[400, 23 * hour]] },
  'test-mail': { account: [[20, hour]], network: [[20, hour]] },
  subscription: {
    account: [
      [10, hour],
      [30, day],
    ],
    network: [[60, hour]],
  },
} as const satisfies Record<string, Partial<Record<Subject, readonly (readonly [number, number])[]>>>;

/**
 * Counts one attempt and rejects it when there were too many. Counted in the database, so all web processes share it;
 * only time resets it. Call it outside a transaction: a refusal must not be rolled back with the rest.
 * @throws AppError `limited` (429) with `retryAfter` in seconds.
 */
export async function limit(
  app: { db: Db; limits?: Partial<Limits> },
  name: LimitName,
  who: { account?: string; network?: string },
): Promise<void> {
  const subjects: Partial<Record<Subject, readonly (readonly [number, number])[]>> =
    app.limits?.[name] ?? limits[name];
  const { account, network } = who;
  const keys = { account, network, both: account && network && `${account} ${network}` };
  let wait = 0;
  for (const subject of ['both', 'account', 'network'] as const)
    for (const [points, duration] of subjects[subject] ?? []) {
      const key = keys[subject];
      if (key === undefined) continue;
      wait = Math.max(
        wait,
        await consume(app, { key: `${name}:${subject}:${duration}:${hashed(key)}`, points, duration }),
      );
    }
  if (wait > 0)
    throw new AppError('limited', `Too many attempts. Please try again in ${waitText(wait)}.`, {
      retryAfter: wait,
    });
}

/** Counts one point; returns the seconds to wait, 0 when below the limit. */
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
    // Old rows are removed by the nightly cleanup, once a day for all processes.
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

/** Addresses and networks are stored as hashes, so the table does not show who did what. */
const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);

function waitText(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 90 * minute
        ? [Math.ceil(seconds / minute), 'minute']
        : [Math.ceil(seconds / hour), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
