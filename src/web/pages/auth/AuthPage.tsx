import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { visitApi } from '#shared/accounts/me.ts';
import { tiers } from '#shared/billing/plan.ts';
import { queryClient, reading, useSite } from '#web/api/query.ts';
import { hasSessionEnded, pendingSearch, returnToPlan, wasSentAway } from '#web/api/session.ts';
import { Page, PageTitle } from '#web/layout/Page.tsx';
import { ThisWeeksBest } from '#web/topics/ThisWeeksBest.tsx';
import { ButtonAnchor } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { OtherSignIn } from '../outside/OtherSignIn.tsx';
import { AccountCreated } from './AccountCreated.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { SignIn } from './SignIn.tsx';
import { SignUp } from './SignUp.tsx';
import { signedIn } from './signedIn.ts';

const tabs = ['signup', 'login', 'forgot-password'] as const;
type Tab = (typeof tabs)[number];

/** Sign up, sign in, or ask for a new password. */
export function AuthPage() {
  const [search, setSearch] = useSearchParams();
  const plan = tiers.find((tier) => tier !== 'free' && tier === search.get('plan'));
  const site = useSite();
  // Without billing the plans page does not exist.
  const hasPlans = site?.plans;
  useEffect(() => {
    if (plan && hasPlans) returnToPlan(plan);
  }, [plan, hasPlans]);
  const [pending, setPending] = useState(pendingSearch.get);
  const signup = site?.signup;
  const passwords = site?.signIn.passwords ?? true;
  const problem = search.get('problem');
  const others = site && (site.signIn.outside || site.signIn.proxy || problem) ? site.signIn : null;
  useArrival(search.has('arrived'));
  const [sentTo, setSentTo] = useState<string | null>(null);
  const given = tabs.find((tab) => tab === search.get('tab'));
  const tab = given ?? (wasSentAway() && !pending ? 'login' : 'signup');
  const show = (next: Tab) => setSearch({ tab: next }, { replace: true });

  const ways = (
    <>
      {pending && tab !== 'forgot-password' && (
        <Notice title="Ready to search" className="mt-5">
          <p className="mt-0.5 font-serif text-lg leading-snug text-ink wrap-anywhere" dir="auto">
            “{pending}”
          </p>
          <p className="mt-1">Create an account or sign in to continue with your search</p>
          {!sentTo && (
            <a className="link alone mt-2 lg:hidden" href="#top-three">
              See this week’s top three
            </a>
          )}
        </Notice>
      )}
      {tab === 'login' && !pending && hasSessionEnded() && (
        <Notice className="mt-5">Please sign in to continue. You will return to the page you were on.</Notice>
      )}
      <PageTitle className="mt-7 font-serif text-3xl leading-tight font-semibold">{titles[tab]}</PageTitle>
      {others && tab !== 'forgot-password' && <OtherSignIn signIn={others} problem={problem} />}
      {!passwords ? null : tab === 'forgot-password' ? (
        <ForgotPassword onBack={() => show('login')} />
      ) : (
        <Tabs label="Account" tabs={choices} value={tab} onChange={show}>
          {tab === 'signup' && (signup === 'invite' || signup === 'closed') ? (
            <SignUpRefused mode={signup} />
          ) : tab === 'signup' ? (
            <SignUp pending={pending} onCreated={setSentTo} />
          ) : (
            <SignIn pending={pending} />
          )}
        </Tabs>
      )}
    </>
  );

  const change = (topic: string) => {
    pendingSearch.set(topic);
    setPending(topic);
  };
  const shown = pending && !sentTo && tab !== 'forgot-password' ? pending : null;
  return (
    <Page className={shown ? 'max-w-md py-6 sm:py-10 lg:max-w-5xl' : 'max-w-md py-6 sm:py-10'}>
      <ButtonAnchor href="/" variant="quiet" size="small" className="-ml-3">
        <ArrowLeft className="size-4" aria-hidden="true" />
        {pending ? 'Back to search' : 'Back to home'}
      </ButtonAnchor>
      {sentTo ? (
        <AccountCreated email={sentTo} pending={pending} />
      ) : shown ? (
        <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[26rem_minmax(0,1fr)]">
          <div className="min-w-0">{ways}</div>
          <div id="top-three" className="min-h-80 min-w-0 scroll-mt-4 lg:pt-6">
            <ThisWeeksBest topic={shown} onChange={change} />
          </div>
        </div>
      ) : (
        ways
      )}
    </Page>
  );
}

/** After single sign-on the reader continues as after a sign-in here. */
function useArrival(arrived: boolean): void {
  useEffect(() => {
    if (!arrived) return;
    void queryClient.fetchQuery(reading(visitApi.me)).then(
      ({ user }) => navigate(signedIn(user), { replace: true }),
      () => navigate('/auth?tab=login&problem=failed', { replace: true }),
    );
  }, [arrived]);
}

const titles: Record<Tab, string> = {
  signup: 'Create your account',
  login: 'Sign in',
  'forgot-password': 'Reset your password',
};

const choices = [
  { name: 'signup', label: 'Sign Up' },
  { name: 'login', label: 'Sign In' },
] as const;

/** Replaces the sign-up form on a server where sign-up is closed or by invitation. */
const refusals = {
  invite: {
    title: 'New accounts need an invitation',
    text: 'Please open the link that you were given, or ask the people who run this server for one.',
  },
  closed: {
    title: 'No new accounts',
    text: 'This server takes no new accounts. Please ask the people who run it.',
  },
} as const;

const SignUpRefused = ({ mode }: { mode: keyof typeof refusals }) => (
  <Notice title={refusals[mode].title}>
    <p className="mt-1">{refusals[mode].text}</p>
    <p className="mt-2">
      Have an account already?{' '}
      <a className="link alone" href="/auth?tab=login">
        Sign in
      </a>
    </p>
  </Notice>
);
