import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { billingApi } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import { reading } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { ButtonLink } from '#web/ui/Button.tsx';
import { useDigests } from '../desk/arrivals.ts';
import { useTopics } from '../desk/queries.ts';
import { TopicLimit } from '../topics/TopicDates.tsx';
import { CancelSubscription } from './CancelSubscription.tsx';
import { KeepSubscription } from './KeepSubscription.tsx';

/** The plan, its renewal, and how much of it is used. */
export function AccountStatus({ me }: { me: Me }) {
  const { tier, paid, subscription, paidUntil } = usePlan(me);
  const terms = useTopics(me).data;
  const digests = useDigests().data;
  return (
    <>
      <dl className="text-[0.9375rem]">
        {/* In full here: a phone's header may shorten it. */}
        <Row name="Email" className="sm:hidden">
          <span className="wrap-anywhere">{me.email}</span>
        </Row>
        {tier && <Row name="Plan">{plans[tier].name}</Row>}
        {paid && (
          <Row name={subscription?.endsAt ? 'Ends on' : 'Renews on'}>
            {paidUntil ? <AbsoluteDate value={paidUntil} /> : '–'}
          </Row>
        )}
        <Row name="Search terms">
          {terms?.length ?? '–'}/<TopicLimit me={me} />
        </Row>
        <Row name="Email digests">{digests?.total.toLocaleString('en-US') ?? '–'}</Row>
      </dl>
      {subscription?.paymentDue && subscription.subscriptionId && (
        <p className="border-t border-line py-3 text-sm text-bad">
          The last payment failed.{' '}
          <ButtonLink
            reloadDocument
            to={`/subscribe/fix-payment?subscriptionId=${encodeURIComponent(subscription.subscriptionId)}`}
            size="small"
            className="mt-2"
          >
            Pay with another card
          </ButtonLink>
        </p>
      )}
      {paid && subscription?.endsAt && <KeepSubscription />}
      {paid && !subscription?.endsAt && <CancelSubscription me={me} paidUntil={paidUntil} />}
    </>
  );
}

/** `Research Pro · renews 19 Apr 2026`; without a date, how much of the plan is used. */
export function AccountInShort({ me }: { me: Me }) {
  const { tier, paid, subscription, paidUntil } = usePlan(me);
  const terms = useTopics(me).data?.length ?? '–';
  return (
    <>
      {tier && `${plans[tier].name} · `}
      {subscription?.paymentDue ? (
        'the last payment failed'
      ) : paid && paidUntil ? (
        <>
          {subscription?.endsAt ? 'ends ' : 'renews '}
          <AbsoluteDate value={paidUntil} />
        </>
      ) : (
        <>
          {tier ? 'search terms' : 'Search terms'} {terms}/<TopicLimit me={me} />
        </>
      )}
    </>
  );
}

/** The paid plan and its end or renewal. */
function usePlan(me: Me) {
  const tier = me.subscriptionTier;
  const paid = tier !== null && tier !== 'free';
  const subscription = useQuery({ ...reading(billingApi.subscription), enabled: paid }).data;
  return { tier, paid, subscription, paidUntil: subscription?.endsAt ?? subscription?.renewsAt ?? null };
}

const Row = ({
  name,
  className = '',
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) => (
  <div className={`flex justify-between gap-4 border-b border-line py-2 last:border-b-0 ${className}`}>
    <dt className="text-muted">{name}</dt>
    <dd className="text-right font-medium">{children}</dd>
  </div>
);
