import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { aiUsage } from '#platform/db/schema.ts';
import type { Config } from '#platform/runtime/config.ts';
import type { ModelContext } from './types.ts';

type Bounds = NonNullable<Config['chat']>;

/** Tokens of one call: what it may take at most, or what it took. */
export interface Tokens {
  input: number;
  output: number;
}

export interface Reservation {
  /** Puts what the call really took in the place of what was held for it; null gives all of it back. */
  settle(used: Tokens | null): Promise<void>;
}

/**
 * Holds so many tokens of the day's and the reader's budget, and their price, before they are spent, so that calls
 * which run at once cannot pass the bound together. Null when there is no room. Counted in the database, for all
 * workers; what a worker held that died stays counted for that day.
 */
export async function reserveTokens(
  { db, now }: Pick<ModelContext, 'db' | 'now'>,
  bounds: Bounds,
  userId: string | null,
  most: Tokens,
): Promise<Reservation | null> {
  const day = now().toISOString().slice(0, 10);
  const held = spending(bounds, most);
  const accounts = [null, ...(userId ? [userId] : [])];
  const taken: (string | null)[] = [];
  for (const account of accounts) {
    if (await hold(db, day, account, held, roomFor(bounds, account))) taken.push(account);
    else {
      await change(db, day, taken, negative(held), 0);
      return null;
    }
  }
  return {
    settle: (used) =>
      change(db, day, accounts, sum(used ? spending(bounds, used) : nothing, negative(held)), used ? 1 : 0),
  };
}

/** A token is about four characters of English; three are counted, so that formulas and names do not overrun. */
export const tokensIn = (text: string): number => Math.ceil(text.length / 3);

interface Spending {
  tokens: number;
  /** Millionths of a dollar. */
  cost: number;
}

const nothing: Spending = { tokens: 0, cost: 0 };
const negative = ({ tokens, cost }: Spending): Spending => ({ tokens: -tokens, cost: -cost });
const sum = (a: Spending, b: Spending): Spending => ({ tokens: a.tokens + b.tokens, cost: a.cost + b.cost });

/** The price of a million tokens in dollars is that of one token in millionths. */
const spending = ({ price }: Bounds, { input, output }: Tokens): Spending => ({
  tokens: input + output,
  cost: Math.ceil(input * price.input + output * price.output),
});

/** What an account may come to in a day; the price bounds the day as a whole. */
const roomFor = (bounds: Bounds, account: string | null): Spending =>
  account
    ? { tokens: bounds.tokensPerReaderAndDay, cost: Number.MAX_SAFE_INTEGER }
    : {
        tokens: bounds.tokensPerDay,
        cost: bounds.dollarsPerDay === null ? Number.MAX_SAFE_INTEGER : bounds.dollarsPerDay * 1_000_000,
      };

async function hold(
  db: ModelContext['db'],
  day: string,
  userId: string | null,
  held: Spending,
  room: Spending,
): Promise<boolean> {
  if (held.tokens > room.tokens || held.cost > room.cost) return false;
  const [row] = await db
    .insert(aiUsage)
    .values({ day, userId, ...held })
    .onConflictDoUpdate({
      target: [aiUsage.day, aiUsage.userId],
      set: added(held),
      setWhere: sql`${aiUsage.tokens} + ${held.tokens} <= ${room.tokens} and ${aiUsage.cost} + ${held.cost} <= ${room.cost}`,
    })
    .returning({ day: aiUsage.day });
  return row !== undefined;
}

async function change(
  db: ModelContext['db'],
  day: string,
  accounts: (string | null)[],
  by: Spending,
  calls: number,
): Promise<void> {
  for (const account of accounts)
    await db
      .update(aiUsage)
      .set({ ...added(by), calls: sql`${aiUsage.calls} + ${calls}` })
      .where(and(eq(aiUsage.day, day), account ? eq(aiUsage.userId, account) : isNull(aiUsage.userId)));
}

const added = ({ tokens, cost }: Spending): Record<'tokens' | 'cost', SQL> => ({
  tokens: sql`${aiUsage.tokens} + ${tokens}`,
  cost: sql`${aiUsage.cost} + ${cost}`,
});
