import { createHash } from 'node:crypto';
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#shared/contract/errors.ts';
import { rateLimits } from './db/schema.ts';
import type { Platform } from './platform.ts';

/** How many times in how many seconds. */
type Rule = [times: number, seconds: number];

/**
 * Whose calls are counted: one account's (an id or an address), one network's, or those of one account from one
 * network (`both`), which may be narrow without letting a stranger elsewhere lock the reader out.
 */
type Subject = 'account' | 'network' | 'both';
export type Limits = Record<LimitName, Partial<Record<Subject, Rule[]>>>;
export type LimitName = keyof typeof limits;

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * What may be done how often. Several windows for one subject are the back-off: who goes on after the short
 * wait meets a longer one. Networks are wide enough for an institute behind one address.
 */
export const limits = {
  signup: {
    account: [
      [5, hour],
      [10, day],
    ],
    network: [[100, hour]],
  },
  /** Windows that lengthen; wider for one account from everywhere, as a last line against many networks at once. */
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
  /** Mail to an address that came back, let go again. */
  'mail-block': { account: [[3, day]] },
  /** Passwords asked again inside a session. */
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
  /** What readers say of papers: wide, since a digest is gone through in a minute. By link each topic counts for itself. */
  feedback: {
    account: [
      [300, hour],
      [1000, day],
    ],
    network: [[600, hour]],
  },
  resend: { account: [[3, hour]], network: [[60, hour]] },
  /**
   * First searches that go to PubMed or arXiv themselves, by source: two calls each and up to five when it stumbles.
   * A day's reading takes some 300 calls, and all of ours together stay under 600 however many readers there are.
   */
  'live-search': { account: [[60, day]] },
  /**
   * Requests to OpenAlex in a night, for 10,000 to 20,000 papers: at $0.001, the most that one was seen to cost, under half
   * of the dollar a day that a free key has (https://developers.openalex.org/api-reference/authentication).
   * Not quite a day, so that the next night finds the count begun anew.
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
 * Counts one try, and refuses when there were too many. Counted in the database, so all web processes share it;
 * only time resets it. Call it outside a transaction: a refusal must not be rolled back with the rest.
 * @throws AppError `limited` (429) with `retryAfter` in seconds.
 */
export async function limit(
  app: Pick<Platform, 'db' | 'limits'>,
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
        await consume(app, { key: `${name}:${subject}:${duration}:${hidden(key)}`, points, duration }),
      );
    }
  if (wait > 0)
    throw new AppError('limited', `Too many attempts. Please try again in ${inWords(wait)}.`, {
      retryAfter: wait,
    });
}

/** Counts one point and answers the seconds to wait, 0 when there is room. */
async function consume(
  { db }: Pick<Platform, 'db'>,
  { key, points, duration }: { key: string; points: number; duration: number },
): Promise<number> {
  const limiter = new RateLimiterDrizzle({
    storeClient: db,
    schema: rateLimits,
    keyPrefix: '',
    points,
    duration,
    // Old rows are removed by `tidy`, once a day for all processes.
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

/** The table says nothing about who tried what: addresses and networks are kept as digests. */
const hidden = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);

function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 90 * minute
        ? [Math.ceil(seconds / minute), 'minute']
        : [Math.ceil(seconds / hour), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
