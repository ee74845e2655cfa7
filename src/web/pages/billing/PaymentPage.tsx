import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { type Me, visitApi } from '#shared/accounts/me.ts';
import { billingApi, type PaidTier, paidTier } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import { readAgain, sentenceOf, useAction, useMe, useSiteKnown, useSupportMail } from '#web/api/api.ts';
import { BackTo, Page, PageTitle } from '#web/layout/Page.tsx';
import { price } from '#web/layout/PlanCard.tsx';
import { Button } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/Notice.tsx';
import { Loading } from '#web/ui/Spinner.tsx';
import { CardForm } from './CardForm.tsx';
import { paidFeatures } from './copy.ts';
import { afterConfirmation } from './stripe.ts';
import { type Card, useCard, useConfirm } from './useCard.ts';

/** Needs a paid tier and an email address in the query; the signed-in reader pays. */
export function PaymentPage() {
  const [search] = useSearchParams();
  const tier = paidTier.safeParse(search.get('tier')).data;
  const named = Boolean(search.get('email'));

  useEffect(() => {
    if (!tier) {
      toast('bad', 'Invalid Plan', 'Please select a valid subscription plan.');
      navigate('/subscribe', { replace: true });
    } else if (!named) {
      toast('bad', 'Authentication Required', 'Please sign in to continue with your subscription.');
      navigate('/auth', { replace: true });
    }
  }, [tier, named]);

  return tier && named ? <SignedIn tier={tier} /> : <Loading label="Redirecting" />;
}

function SignedIn({ tier }: { tier: 'pro' | 'team' }) {
  const me = useMe();
  const known = useSiteKnown();
  return me && known ? <Checkout tier={tier} me={me} /> : <Loading />;
}

/** The plan at the left, the card at the right. */
function Checkout({ tier, me }: { tier: PaidTier; me: Me }) {
  const plan = plans[tier];
  const card = useCard();
  const payment = usePayment({ tier, me, card });
  const label = `Subscribe for ${price(plan)}/month`;

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
          {payment.onFile ? (
            <>
              <p className="mb-5">The difference for this month is charged to your current card.</p>
              <Button
                size="large"
                className="w-full"
                pending={payment.pending}
                onClick={() => void payment.pay('')}
              >
                {payment.pending ? 'Processing Payment...' : label}
              </Button>
            </>
          ) : (
            <CardForm
              card={card}
              label={label}
              pending={payment.pending}
              problem={payment.problem}
              onSubmit={payment.pay}
            />
          )}
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
            <Check className="mt-1 size-4 shrink-0 text-accent" />
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

/** Creates the subscription, confirms the card, and goes to the page for its state. */
function usePayment({ tier, me, card }: { tier: PaidTier; me: Me; card: Card }) {
  const [pending, setPending] = useState(false);
  const confirm = useConfirm(card, me.email);
  const create = useAction(billingApi.createSubscription);
  /** A paying reader's upgrade is charged to the card on file, with one button; another card is asked for if it is declined. */
  const [onFile, setOnFile] = useState(me.subscriptionTier !== 'free');

  const pay = async (zip: string) => {
    if (!onFile && !confirm.check(zip)) return;
    setPending(true);
    try {
      const to = await buy(zip);
      // Replaces the form: Back after paying must not lead to it.
      if (to) navigate(to, { replace: true });
    } finally {
      setPending(false);
    }
  };

  const buy = async (zip: string): Promise<string | null> => {
    const subscription = await create.mutateAsync({ body: { tier } }).catch(subscriptionError);
    if (!subscription) return null;
    const { alreadyActive, upgraded, clientSecret, subscriptionId, tier: active } = subscription;
    if (alreadyActive) {
      await readAgain(visitApi.me);
      toast(
        'neutral',
        'Subscription Already Active',
        `You already have an active ${plans[active].name} subscription.`,
      );
      return '/dashboard';
    }
    if (upgraded) return afterConfirmation('succeeded', subscriptionId, tier);
    if (onFile) {
      setOnFile(false);
      toast('bad', 'Payment Failed', 'Your current card was declined. Please enter another one.');
      return null;
    }
    return afterConfirmation(await confirm.pay(clientSecret, zip), subscriptionId, tier);
  };

  return { pending, problem: confirm.problem, onFile, pay };
}

function subscriptionError(error: Error): null {
  toast('bad', 'Subscription Error', sentenceOf(error, 'Failed to create subscription. Please try again.'));
  return null;
}
