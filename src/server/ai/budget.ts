import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { aiUsage } from '#platform/db/schema.ts';
import type { Config } from '#platform/runtime/config.ts';
import type { ModelContext } from './models.ts';

type Bounds = NonNullable<Config['chat']>;

/** Tokens of one call: an upper bound before it, the use after it. */
export type Tokens = { input: number; output: number };

/**
 * Reserves tokens and their price from the budgets of the day and of the reader before a call spends them, so that
 * concurrent calls cannot exceed a limit together. Null when a budget, or the given share of it, is used up. Counted in the database, across all
 * workers; what a worker that died had reserved stays counted for that day.
 */
export async function reserveTokens(
  { db, now }: Pick<ModelContext, 'db' | 'now'>,
  bounds: Bounds,
  userId: string | null,
  { share = 1, ...most }: Tokens & { share?: number | undefined },
) {
  const day = now().toISOString().slice(0, 10);
  const amount = spending(bounds, most);
  const accounts = [null, ...(userId ? [userId] : [])];
  const reserved: (string | null)[] = [];
  for (const account of accounts) {
    if (await reserve(db, { day, userId: account, amount, limit: partOf(limitFor(bounds, account), share) }))
      reserved.push(account);
    else {
      await change(db, day, reserved, { by: negative(amount), calls: 0 });
      return null;
    }
  }
  return {
    /** Replaces the reserved amount by what the call used; null returns all of it. */
    settle: (used: Tokens | null): Promise<void> =>
      change(db, day, accounts, {
        by: sum(used ? spending(bounds, used) : nothing, negative(amount)),
        calls: used ? 1 : 0,
      }),
  };
}

/** A token is about four characters of English; we count three, so that formulas and names do not exceed the estimate. */
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

/** The daily limit of an account, or of all together for null; the price limits only the whole day. */
const limitFor = (bounds: Bounds, account: string | null): Spending =>
  account
    ? { tokens: bounds.tokensPerReaderAndDay, cost: Number.MAX_SAFE_INTEGER }
    : {
        tokens: bounds.tokensPerDay,
        cost: bounds.dollarsPerDay === null ? Number.MAX_SAFE_INTEGER : bounds.dollarsPerDay * 1_000_000,
      };

const partOf = ({ tokens, cost }: Spending, share: number): Spending => ({
  tokens: tokens * share,
  cost: cost * share,
});

async function reserve(
  db: ModelContext['db'],
  { day, userId, amount, limit }: { day: string; userId: string | null; amount: Spending; limit: Spending },
): Promise<boolean> {
  if (amount.tokens > limit.tokens || amount.cost > limit.cost) return false;
  const [row] = await db
    .insert(aiUsage)
    .values({ day, userId, ...amount })
    .onConflictDoUpdate({
      target: [aiUsage.day, aiUsage.userId],
      set: added(amount),
      setWhere: sql`${aiUsage.tokens} + ${amount.tokens} <= ${Math.floor(limit.tokens)} and ${aiUsage.cost} + ${amount.cost} <= ${Math.floor(limit.cost)}`,
    })
    .returning({ day: aiUsage.day });
  return row !== undefined;
}

async function change(
  db: ModelContext['db'],
  day: string,
  accounts: (string | null)[],
  { by, calls }: { by: Spending; calls: number },
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
