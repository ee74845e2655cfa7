/** What each reader may do, in one table, by docs/product.md. Do not compare tiers by name: ask `can`. */
export const tiers = ['free', 'pro', 'team'] as const;
export type Tier = (typeof tiers)[number];

interface Abilities {
  searchTerms: number;
  /** Queue priority; higher is sooner. */
  queuePriority: number;
  filters: boolean;
  schedules: boolean;
}

export interface Plan extends Abilities {
  tier: Tier;
  name: string;
  badge: string;
  /** US cents a month. */
  monthlyPrice: number;
  features: readonly string[];
  hint: string;
}

export const plans: Record<Tier, Plan> = {
  free: {
    tier: 'free',
    name: 'Free',
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

/** The plan of everybody on a server without billing. The operator may limit the number of topics. */
const everyAbility: Abilities = {
  searchTerms: Number.POSITIVE_INFINITY,
  queuePriority: 0,
  filters: true,
  schedules: true,
};

/** The edition of an installation: with plans for sale, or with every ability for everybody. */
export interface Edition {
  billing: boolean;
  /** Topics per reader on a server without billing; null for no limit. */
  topicsPerReader: number | null;
}

export type Answer = { yes: true } | { yes: false; because: string; next: 'upgrade' | 'support' };

/** The part of a reader that abilities depend on. */
export interface Subscriber {
  /** Null on a server without billing, whatever tier the account's row holds. */
  subscriptionTier: Tier | null;
  isUnlimited?: boolean;
  /** The operator's limit on a server without billing; null for none. */
  topicsPerReader?: number | null;
}

/** The reader of an account's row under this edition. Without billing the stored tier is ignored. */
export const subscriberIn = <Row extends { subscriptionTier: Tier }>(
  { billing, topicsPerReader }: Edition,
  row: Row,
): Omit<Row, 'subscriptionTier'> & { subscriptionTier: Tier | null; topicsPerReader: number | null } => ({
  ...row,
  subscriptionTier: billing ? row.subscriptionTier : null,
  topicsPerReader: billing ? null : topicsPerReader,
});

/** `isUnlimited` lifts the number of topics and nothing else. */
function abilitiesOf({ subscriptionTier, isUnlimited, topicsPerReader }: Subscriber): Abilities {
  const abilities = subscriptionTier ? plans[subscriptionTier] : everyAbility;
  const own = topicsPerReader ?? everyAbility.searchTerms;
  const searchTerms = subscriptionTier ? abilities.searchTerms : own;
  return { ...abilities, searchTerms: isUnlimited ? Number.POSITIVE_INFINITY : searchTerms };
}

/** Number of topics this reader may have. */
export const searchTermLimit = (reader: Subscriber): number => abilitiesOf(reader).searchTerms;

/** The limit for error responses; null for none. */
export const statedLimit = (reader: Subscriber): number | null =>
  reader.subscriptionTier ? plans[reader.subscriptionTier].searchTerms : (reader.topicsPerReader ?? null);

/** The priority of this reader's searches in the queue; higher is sooner. */
export const queuePriorityOf = (reader: Subscriber): number => abilitiesOf(reader).queuePriority;

const yes: Answer = { yes: true };
const no = (next: 'upgrade' | 'support', because: string): Answer => ({ yes: false, next, because });
const terms = (count: number): string => `${count} search ${count === 1 ? 'term' : 'terms'}`;

export const can = {
  /** `count` is the reader's current number of topics. */
  addTerm(reader: Subscriber, count: number): Answer {
    const limit = searchTermLimit(reader);
    if (count < limit) return yes;
    const plan = reader.subscriptionTier && plans[reader.subscriptionTier];
    if (plan && plan.tier !== 'team')
      return no('upgrade', `The ${plan.name} plan covers ${terms(plan.searchTerms)}. Upgrade to add more.`);
    const most = plan ? terms(plan.searchTerms) : `${terms(limit)} on this server`;
    return no('support', `You have reached the maximum of ${most}. Please contact support if you need more.`);
  },
  filter: (reader: Subscriber): Answer =>
    abilitiesOf(reader).filters
      ? yes
      : no('upgrade', 'Advanced filtering is part of Research Pro and Research Team.'),
  schedule: (reader: Subscriber): Answer =>
    abilitiesOf(reader).schedules
      ? yes
      : no('upgrade', 'Custom delivery schedules are part of Research Team.'),
} as const;
