import { plans, type Tier } from '../billing/plan.ts';

/**
 * A mail to support. Its subject begins with the plan of who writes, as in `[Pro] Question`, where that is known:
 * what paying readers ask is answered first.
 */
export function supportMail(address: string, tier?: Tier | null, subject = 'Question'): string {
  if (!tier) return `mailto:${address}`;
  return `mailto:${address}?subject=${encodeURIComponent(`[${plans[tier].badge}] ${subject}`)}`;
}
