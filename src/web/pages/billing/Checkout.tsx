import { Check } from 'lucide-react';
import type { Me } from '#shared/accounts/me.ts';
import type { PaidTier } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import { useSupportMail } from '#web/api/query.ts';
import { BackTo, Page, PageTitle } from '#web/layout/Page.tsx';
import { price } from '#web/layout/PlanCard.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { CardForm } from './card/CardForm.tsx';
import { useCard } from './card/useCard.ts';
import { usePayment } from './card/usePayment.ts';
import { paidFeatures } from './copy.ts';

/** The plan at the left, the card at the right. */
export function Checkout({ tier, me }: { tier: PaidTier; me: Me }) {
  const plan = plans[tier];
  const card = useCard();
  const payment = usePayment({ tier, me, card });

  return (
    <Page
      className="max-w-6xl py-10 sm:py-14"
      home="/dashboard"
      header={<BackTo to="/subscribe">Back to Plans</BackTo>}
    >
      {/* On a phone the card comes before the list of features. */}
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-y-7">
        <div>
          <PageTitle tab={`Subscribe to ${plan.name}`}>{plan.name}</PageTitle>
          <p className="mt-4 flex items-baseline gap-1.5">
            <span className="font-serif text-4xl font-semibold">{price(plan)}</span>
            <span className="text-muted">/month</span>
          </p>
        </div>
        <section
          aria-labelledby="card"
          className="rounded-xl border border-line bg-sheet p-5 sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <h2 id="card" className="font-serif text-xl font-semibold">
            Payment details
          </h2>
          <p className="mt-1 mb-6 text-[0.9375rem] break-words text-muted">The receipt goes to {me.email}.</p>
          {payment.onFile && (
            <Notice className="mb-5">
              The difference for this month is charged to your current card. The fields below are used only if
              that card is declined.
            </Notice>
          )}
          <CardForm
            card={card}
            label={`Subscribe for ${price(plan)}/month`}
            pending={payment.pending}
            problem={payment.problem}
            onSubmit={payment.pay}
          />
        </section>
        <Covered tier={tier} />
      </div>
    </Page>
  );
}

/** What the plan covers, and how it renews. */
function Covered({ tier }: { tier: PaidTier }) {
  const support = useSupportMail();
  const features = [...new Set([...plans[tier].features, ...paidFeatures])];
  return (
    <div>
      <ul className="space-y-2.5">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check className="mt-1 size-4 shrink-0 text-accent" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <p className="mt-7 border-t border-line pt-5 text-[0.9375rem] text-muted">
        Your subscription renews monthly and can be cancelled from the dashboard. Questions?{' '}
        {support && (
          <a className="link" href={support}>
            Contact support
          </a>
        )}
      </p>
    </div>
  );
}
