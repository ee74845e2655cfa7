import { z } from 'zod';
import { plans, tiers } from '#shared/billing/plan.ts';
import { dayOf } from '../layout/dates.ts';
import { A, Action, Facts, List, P, Quoted, Small } from '../layout/parts.tsx';
import { line, link, moment, template } from '../layout/template.ts';
import { count, listed, quoted } from '../layout/words.ts';

const tier = z.enum(tiers);
const because = 'You are receiving this because of the subscription of your Litwatch account.';

export const subscriptionStarted = template({
  kind: 'account',
  data: z.object({ tier, renewsOn: moment.nullish() }),
  subject: ({ tier }) => `Your ${plans[tier].name} subscription has started`,
  title: ({ tier }) => `Welcome to ${plans[tier].name}`,
  preview: ({ tier }) => listed([...plans[tier].features]),
  why: because,
  body: ({ tier, renewsOn }, site) => (
    <>
      <P>Your payment is confirmed and {plans[tier].name} is yours from now on:</P>
      <List items={[...plans[tier].features]} />
      <Facts rows={bill(tier, renewsOn)} />
      <Action href={`${site.baseUrl}/dashboard`}>Open your dashboard</Action>
      <Small>It renews each month until you cancel, which takes two clicks on the dashboard.</Small>
    </>
  ),
});

export const subscriptionChanged = template({
  kind: 'account',
  data: z.object({ from: tier, to: tier, renewsOn: moment.nullish() }),
  subject: ({ to }) => `Your plan is now ${plans[to].name}`,
  title: ({ to }) => `Your plan is now ${plans[to].name}`,
  preview: ({ from }) => `Changed from ${plans[from].name}.`,
  why: because,
  body: ({ from, to, renewsOn }, site) => (
    <>
      <P>
        You changed from {plans[from].name} to {plans[to].name}. Time you had paid for and not used counts
        towards the next invoice.
      </P>
      <Facts rows={bill(to, renewsOn)} />
      <Action href={`${site.baseUrl}/dashboard`}>Open your dashboard</Action>
    </>
  ),
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
  body: ({ tier, until, refund }, site) => (
    <>
      <P>
        {until
          ? `${plans[tier].name} stays yours until ${dayOf(until)}; after that your account is free.`
          : 'Your account is free from now on.'}{' '}
        Your card is not charged again.
      </P>
      {refund ? (
        <P>{money(refund)} for the unused time goes back to your card; banks take five to ten days for it.</P>
      ) : null}
      <P>
        The free plan keeps {count(plans.free.searchTerms, 'search term')} with its weekly digest. Your
        digests stay where they are.
      </P>
      <Action href={`${site.baseUrl}/dashboard`}>Open your dashboard</Action>
    </>
  ),
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
  body: ({ tier, fixLink, reason, retryOn }, site) => (
    <>
      <P>
        The payment for {plans[tier].name} was declined{reason ? `: ${reason}` : '.'}
      </P>
      <P>
        {retryOn
          ? `The card is tried again on ${dayOf(retryOn)}. Until then everything stays as it is.`
          : 'Everything stays as it is for now.'}
      </P>
      <Action href={fixLink}>Pay with another card</Action>
      <Small>
        Would you rather stop? <A href={`${site.baseUrl}/dashboard`}>Cancel on the dashboard</A>.
      </Small>
    </>
  ),
});

/** Tells the reader which topics a smaller plan paused. */
export const termsPaused = template({
  kind: 'account',
  data: z.object({ tier, kept: z.array(line), paused: z.array(line).min(1), subscribeLink: link }),
  subject: ({ paused }) => `${count(paused.length, 'search term')} paused`,
  title: ({ paused }) => `${count(paused.length, 'search term')} paused`,
  preview: 'Nothing is deleted.',
  why: because,
  body: ({ tier, kept, paused, subscribeLink }) => (
    <>
      <P>
        Your plan is now {plans[tier].badge}, which covers {count(plans[tier].searchTerms, 'search term')}.
        The oldest {kept.length === 1 ? 'stays' : 'stay'} active
        {kept.length ? ': ' : '.'}
        {kept.length ? listed(kept.map(quoted)) : ''}
        {kept.length ? '.' : ''}
      </P>
      <P>These topics are paused. Nothing is deleted; they continue when you upgrade:</P>
      <List items={paused.slice(0, 50).map((term) => <Quoted key={term}>{term}</Quoted>)} />
      <Action href={subscribeLink}>See the plans</Action>
    </>
  ),
});

const bill = (tier: (typeof tiers)[number], renewsOn: Date | null | undefined): [string, string][] => [
  ['Plan', plans[tier].name],
  ['Price', `${money(plans[tier].monthlyPrice)} a month`],
  ...(renewsOn ? [['Renews on', dayOf(renewsOn)] as [string, string]] : []),
];

const money = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
