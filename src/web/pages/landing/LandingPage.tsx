import { plans, type Tier, tiers } from '#shared/billing/plan.ts';
import { useSite, useSupportMail } from '#web/api/query.ts';
import { DigestPreview } from '#web/digests/DigestPreview.tsx';
import { Page } from '#web/layout/Page.tsx';
import { PageTitle } from '#web/layout/PageTitle.tsx';
import { PlanCard } from '#web/layout/PlanCard.tsx';
import { ButtonAnchor } from '#web/ui/Button.tsx';
import { features, promise } from './copy.ts';
import { SearchForm } from './SearchForm.tsx';

/** The landing page. Rendered at build time; `landing.ts` makes the form work. */
export const LandingPage = () => (
  <Page
    className="max-w-6xl"
    header={
      <ButtonAnchor href="/auth" data-sign-in="" variant="secondary">
        Login
      </ButtonAnchor>
    }
  >
    <PageTitle tab={promise.title} hidden />
    <Opening />
    <HowItWorks />
    {useSite()?.plans && <Pricing />}
  </Page>
);

/** The search field, which stays visible beside the sample digest. */
const Opening = () => (
  <div className="mx-auto grid max-w-3xl gap-14 pt-12 pb-16 sm:pt-20 sm:pb-24 lg:max-w-none lg:grid-cols-[minmax(0,1fr)_28rem] lg:pt-16">
    <section className="lg:sticky lg:top-16 lg:self-start lg:pt-4">
      <h1 className="font-serif text-[2.5rem] leading-[1.1] font-semibold tracking-tight sm:text-[3.25rem]">
        {promise.heading}
      </h1>
      <p className="mt-5 max-w-[58ch] text-lg leading-relaxed text-muted text-pretty">{promise.lead}</p>
      <SearchForm />
      <p className="mt-4 text-[0.9375rem] text-muted">
        {useSite()?.plans && 'Your first search term is free. '}
        <a className="link" href="/auth" data-sign-in="">
          Sign in to your dashboard
        </a>
      </p>
    </section>
    <section aria-labelledby="sample">
      <h2 id="sample" className="mb-3 text-sm text-muted">
        What arrives: a sample, with invented papers
      </h2>
      <DigestPreview />
    </section>
  </div>
);

const HowItWorks = () => (
  <section aria-labelledby="how" className="border-t border-line py-16 sm:py-20">
    <h2 id="how" className={sectionTitle}>
      From a question to the papers that answer it
    </h2>
    <ul className="mt-10 grid gap-x-10 gap-y-9 md:grid-cols-3">
      {features.map(({ title, text }) => (
        <li key={title} className="border-t-2 border-accent pt-4">
          <h3 className="font-serif text-xl font-semibold">{title}</h3>
          <p className="mt-2 leading-relaxed text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

const Pricing = () => (
  <section aria-labelledby="pricing" className="border-t border-line py-16 sm:py-20">
    <h2 id="pricing" className={sectionTitle}>
      Pricing
    </h2>
    <p className="mt-3 text-muted">Paid plans renew monthly and can be canceled from the dashboard.</p>
    <ul className="mt-10 grid gap-5 lg:grid-cols-3 print:grid-cols-3">
      {tiers.map((tier) => (
        <PlanCard
          key={tier}
          plan={plans[tier]}
          action={
            <ButtonAnchor href={signUpPath(tier)} variant={tier === 'free' ? 'primary' : 'secondary'}>
              {tier === 'free' ? 'Start for free' : `Choose ${plans[tier].name}`}
            </ButtonAnchor>
          }
        />
      ))}
    </ul>
    <BeyondTen />
  </section>
);

/** The sign-up tab, also after Login was pressed; a paid plan is remembered until the reader can pay for it. */
const signUpPath = (tier: Tier): string =>
  tier === 'free' ? '/auth?tab=signup' : `/auth?tab=signup&plan=${tier}`;

function BeyondTen() {
  const support = useSupportMail();
  return (
    <p className="mt-6 text-[0.9375rem] text-muted">
      More than 10 search terms?{' '}
      <a className="link" href={support}>
        Contact support
      </a>
      .
    </p>
  );
}

const sectionTitle = 'font-serif text-3xl leading-tight font-semibold';
