import type Stripe from 'stripe';

/** Seconds since 1970. On the item since 2025-03-31, on the subscription before. */
export function periodOf(subscription: Stripe.Subscription): { start: number; end: number } {
  const item = subscription.items.data[0];
  const older = subscription as unknown as { current_period_start?: number; current_period_end?: number };
  return {
    start: item?.current_period_start ?? older.current_period_start ?? subscription.start_date,
    end: item?.current_period_end ?? older.current_period_end ?? subscription.start_date,
  };
}

export const dayOfSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString();
