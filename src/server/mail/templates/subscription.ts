import { z } from 'zod';
import { plans, tiers } from '#shared/billing/plan.ts';
import { counted } from '#shared/values/words.ts';
import { dayOf } from '../layout/dates.ts';
import { action, anchor, facts, list, p, quotation, small } from '../layout/parts.ts';
import { line, link, moment, template } from '../layout/template.ts';
import { listed, quoted } from '../layout/words.ts';

const tier = z.enum(tiers);
const because = 'You are receiving this because of the subscription of your Litwatch account.';

export const subscriptionStarted = template({
  kind: 'account',
  data: z.object({ tier, renewsOn: moment.nullish() }),
  subject: ({ tier }) => `Your ${plans[tier].name} subscription has started`,
  title: ({ tier }) => `Welcome to ${plans[tier].name}`,
  preview: ({ tier }) => listed([...plans[tier].features]),
  why: because,
  body: ({ tier, renewsOn }, site) => [
    p`Your payment is confirmed and ${plans[tier].name} is yours from now on:`,
    list([...plans[tier].features]),
    facts(bill(tier, renewsOn)),
    action(`${site.baseUrl}/dashboard`, 'Open your dashboard'),
    small`It renews each month until you cancel, which takes two clicks on the dashboard.`,
  ],
});

export const subscriptionChanged = template({
  kind: 'account',
  data: z.object({ from: tier, to: tier, renewsOn: moment.nullish() }),
  subject: ({ to }) => `Your plan is now ${plans[to].name}`,
  title: ({ to }) => `Your plan is now ${plans[to].name}`,
  preview: ({ from }) => `Changed from ${plans[from].name}.`,
  why: because,
  body: ({ from, to, renewsOn }, site) => [
    p`You changed from ${plans[from].name} to ${plans[to].name}. Time you had paid for and not used counts
        towards the next invoice.`,
    facts(bill(to, renewsOn)),
    action(`${site.baseUrl}/dashboard`, 'Open your dashboard'),
  ],
});

export const subscriptionCanceled = template({
  kind: 'account',
  data: z.object({
    tier,
    /** End of the paid time; null if it ended immediately. */
    until: moment.nullish(),
    /** US cents. */
    refund: z.number().int().nullish(),
  }),
  subject: ({ tier }) => `Your ${plans[tier].name} subscription is canceled`,
  title: 'Your subscription is canceled',
  preview: 'Your card is not charged again.',
  why: because,
  body: ({ tier, until, refund }, site) => [
    until
      ? p`${plans[tier].name} stays yours until ${dayOf(until)}; after that your account is free.
          Your card is not charged again.`
      : p`Your account is free from now on. Your card is not charged again.`,
    refund
      ? p`${money(refund)} for the unused time goes back to your card; banks take five to ten days for it.`
      : null,
    p`The free plan keeps ${counted(plans.free.searchTerms, 'search term')} with its weekly digest. Your
        digests stay where they are.`,
    action(`${site.baseUrl}/dashboard`, 'Open your dashboard'),
  ],
});

export const subscriptionFailed = template({
  kind: 'account',
  data: z.object({
    tier,
    fixLink: link,
    /** The card issuer's reason. */
    reason: line.nullish(),
    /** When the next attempt to charge the card is due. */
    retryOn: moment.nullish(),
  }),
  subject: 'Your Litwatch payment did not go through',
  title: 'Your payment did not go through',
  preview: 'Pay with another card, or try the same card again.',
  why: because,
  body: ({ tier, fixLink, reason, retryOn }, site) => [
    p`The payment for ${plans[tier].name} was declined${reason ? `: ${reason}` : '.'}`,
    retryOn
      ? p`The card is tried again on ${dayOf(retryOn)}. Until then everything stays as it is.`
      : p`Everything stays as it is for now.`,
    action(fixLink, 'Pay with another card'),
    small`Would you rather stop? ${anchor(`${site.baseUrl}/dashboard`, 'Cancel on the dashboard')}.`,
  ],
});

/** Tells the reader which topics a smaller plan paused. */
export const termsPaused = template({
  kind: 'account',
  data: z.object({ tier, kept: z.array(line), paused: z.array(line).min(1), subscribeLink: link }),
  subject: ({ paused }) => `${counted(paused.length, 'search term')} paused`,
  title: ({ paused }) => `${counted(paused.length, 'search term')} paused`,
  preview: 'Nothing is deleted.',
  why: because,
  body: ({ tier, kept, paused, subscribeLink }) => [
    p`Your plan is now ${plans[tier].badge}, which covers ${counted(plans[tier].searchTerms, 'search term')}.
        The oldest ${kept.length === 1 ? 'stays' : 'stay'} active${kept.length > 0 && `: ${listed(kept.map(quoted))}`}.`,
    p`These topics are paused. Nothing is deleted; they continue when you upgrade:`,
    list(paused.slice(0, 50).map(quotation)),
    action(subscribeLink, 'See the plans'),
  ],
});

const bill = (tier: (typeof tiers)[number], renewsOn: Date | null | undefined): [string, string][] => [
  ['Plan', plans[tier].name],
  ['Price', `${money(plans[tier].monthlyPrice)} a month`],
  ...(renewsOn ? [['Renews on', dayOf(renewsOn)] as [string, string]] : []),
];

const money = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
