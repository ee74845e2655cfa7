import { useSearchParams } from 'wouter';
import type { Me } from '#shared/accounts/me.ts';
import { plans, type Tier, tiers } from '#shared/billing/plan.ts';
import { useMe, useSite, useSiteKnown, useSupportMail } from '#web/api/api.ts';
import { pendingSearch } from '#web/api/session.ts';
import { BackTo, Page, PageTitle } from '#web/layout/Page.tsx';
import { PlanCard } from '#web/layout/PlanCard.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button, ButtonAnchor } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Loading } from '#web/ui/Spinner.tsx';
import { benefits, questions } from './copy.ts';

/** The three plans, and how to change between them. */
export function SubscribePage() {
  const me = useMe();
  const known = useSiteKnown();
  const [search] = useSearchParams();
  const waiting = pendingSearch.get();
  if (!me?.subscriptionTier || !known) return <Loading />;
  const current = me.subscriptionTier;
  return (
    <Page
      className="max-w-6xl py-10 sm:py-14"
      home="/dashboard"
      header={<BackTo to="/dashboard">Back to Dashboard</BackTo>}
    >
      <PageTitle>Choose your plan</PageTitle>
      <p className="mt-3 text-muted">
        Your current plan: <Badge tone="accent">{plans[current].name}</Badge>
      </p>
      {waiting && (
        <Notice className="mt-8 max-w-2xl" title="Your search is saved">
          “<span dir="auto">{waiting}</span>” will be searched once your plan covers it.
        </Notice>
      )}
      <h2 className="sr-only">Plans</h2>
      <ul className="mt-10 grid gap-5 lg:grid-cols-3">
        {tiers.map((tier) => (
          <PlanCard
            key={tier}
            plan={plans[tier]}
            badge={badgeOf(tier, current, search.get('tier'))}
            action={<PlanAction tier={tier} current={current} me={me} />}
          />
        ))}
      </ul>
      <TestCardsOnly />
      <Benefits />
      <Questions />
    </Page>
  );
}

function PlanAction({ tier, current, me }: { tier: Tier; current: Tier; me: Me }) {
  const [here, there] = [tiers.indexOf(current), tiers.indexOf(tier)];
  if (there <= here)
    return (
      <Button variant="secondary" disabled>
        {there === here ? 'Current Plan' : 'Downgrade Not Available'}
      </Button>
    );
  // A separate document, because only its policy allows the card provider's script.
  return (
    <ButtonAnchor href={`/payment?${new URLSearchParams({ tier, email: me.email })}`}>
      Upgrade to {plans[tier].name}
    </ButtonAnchor>
  );
}

const badgeOf = (tier: Tier, current: Tier, asked: string | null): string | undefined =>
  tier === current ? 'Current plan' : tier === asked ? 'Covers your search' : undefined;

const TestCardsOnly = () =>
  useSite()?.payments === 'test' ? (
    <p className="mt-5 text-sm text-muted">
      Payments are in test mode here: test cards only, nothing is charged.
    </p>
  ) : null;

const Benefits = () => (
  <section aria-labelledby="benefits" className="mt-16 border-t border-line pt-12">
    <h2 id="benefits" className={heading}>
      What the paid plans include
    </h2>
    <ul className="mt-8 grid gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-4">
      {benefits.map(({ title, text }) => (
        <li key={title}>
          <h3 className="font-serif text-lg leading-snug font-semibold">{title}</h3>
          <p className="mt-1 text-[0.9375rem] text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

function Questions() {
  const support = useSupportMail();
  return (
    <section
      aria-labelledby="questions"
      className="mt-16 grid gap-x-8 gap-y-8 border-t border-line pt-12 lg:grid-cols-4"
    >
      <div>
        <h2 id="questions" className={heading}>
          Frequently asked questions
        </h2>
        {support && (
          <p className="mt-3 text-[0.9375rem]">
            <a className="link alone" href={support}>
              Contact support
            </a>
          </p>
        )}
      </div>
      <dl className="max-w-[68ch] space-y-7 lg:col-span-3">
        {questions.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-serif text-lg leading-snug font-semibold">{question}</dt>
            <dd className="mt-1 leading-relaxed text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const heading = 'font-serif text-2xl leading-tight font-semibold';
