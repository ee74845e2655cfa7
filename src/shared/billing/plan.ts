/**
 * What each tier may do, in one table. Do not compare tiers by name: ask `can`.
 * Prices and limits are fixed in docs/product.md.
 */
export const tiers = ['free', 'pro', 'team'] as const;
export type Tier = (typeof tiers)[number];

export interface Plan {
  tier: Tier;
  name: string;
  badge: string;
  /** US cents a month. */
  monthlyPrice: number;
  searchTerms: number;
  /** Queue priority; higher is sooner. */
  queuePriority: number;
  filters: boolean;
  schedules: boolean;
  features: readonly string[];
  hint: string;
}

export const plans: Record<Tier, Plan> = {
  free: {
    tier: 'free',
    name: 'Starter',
    badge: 'Free',
    monthlyPrice: 0,
    searchTerms: 1,
    queuePriority: 0,
    filters: false,
    schedules: false,
    features: ['1 search term', 'Weekly email digests', 'AI-powered summaries'],
    hint: 'Your first search term is free. Upgrade to Research Pro for up to 5.',
  },
  pro: {
    tier: 'pro',
    name: 'Research Pro',
    badge: 'Pro',
    monthlyPrice: 500,
    searchTerms: 5,
    queuePriority: 10,
    filters: true,
    schedules: false,
    features: ['Up to 5 search terms', 'Priority AI processing', 'Advanced filtering'],
    hint: 'Research Pro covers up to 5 search terms. Upgrade to Research Team for up to 10.',
  },
  team: {
    tier: 'team',
    name: 'Research Team',
    badge: 'Team',
    monthlyPrice: 1000,
    searchTerms: 10,
    queuePriority: 10,
    filters: true,
    schedules: true,
    features: ['Up to 10 search terms', 'Custom delivery schedules', 'Everything in Research Pro'],
    hint: 'Research Team covers up to 10 search terms. Contact support if you need more.',
  },
};

export type Answer = { yes: true } | { yes: false; because: string; next: 'upgrade' | 'support' };

/** The part of a reader that plans depend on. */
export interface Subscriber {
  subscriptionTier: Tier;
  isUnlimited?: boolean;
}

/** Number of topics this reader may have; `isUnlimited` lifts this limit and nothing else. */
export const searchTermLimit = ({ subscriptionTier, isUnlimited }: Subscriber): number =>
  isUnlimited ? Number.POSITIVE_INFINITY : plans[subscriptionTier].searchTerms;

export const can = {
  /** `count` is the reader's current number of topics. */
  addTerm(reader: Subscriber, count: number): Answer {
    if (count < searchTermLimit(reader)) return { yes: true };
    const plan = plans[reader.subscriptionTier];
    if (plan.tier === 'team')
      return {
        yes: false,
        next: 'support',
        because: `You have reached the maximum of ${plan.searchTerms} search terms. Please contact support if you need more.`,
      };
    return {
      yes: false,
      next: 'upgrade',
      because: `The ${plan.name} plan covers ${plan.searchTerms} search ${plan.searchTerms === 1 ? 'term' : 'terms'}. Upgrade to add more.`,
    };
  },
  filter: (reader: Subscriber): Answer =>
    plans[reader.subscriptionTier].filters
      ? { yes: true }
      : {
          yes: false,
          next: 'upgrade',
          because: 'Advanced filtering is part of Research Pro and Research Team.',
        },
  schedule: (reader: Subscriber): Answer =>
    plans[reader.subscriptionTier].schedules
      ? { yes: true }
      : { yes: false, next: 'upgrade', because: 'Custom delivery schedules are part of Research Team.' },
} as const;
