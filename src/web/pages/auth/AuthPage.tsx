import { ArrowLeft } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Slot } from '#kit/web.tsx';
import { accountApi, login } from '#shared/accounts/account.ts';
import { tiers } from '#shared/billing/plan.ts';
import { useAction, useSite } from '#web/api/api.ts';
import {
  addressBefore,
  hasSessionEnded,
  mailedDigest,
  pendingSearch,
  returnToPlan,
  wasSentAway,
} from '#web/api/session.ts';
import { Page, PageTitle } from '#web/layout/Page.tsx';
import { Button, ButtonAnchor, Form, Submit, TextField } from '#web/ui/Form.tsx';
import { Notice, toast, toastError } from '#web/ui/Notice.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { useZodForm } from '#web/ui/useZodForm.ts';
import { AccountCreated, MailboxLink } from './AccountCreated.tsx';
import { SignInForm, useSignedInAlready } from './SignInForm.tsx';
import { SignUp } from './SignUp.tsx';

// Only with a topic: the form must not wait for it.
const ThisWeeksBest = lazy(async () => ({
  default: (await import('#web/topics/ThisWeeksBest.tsx')).ThisWeeksBest,
}));

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
  const [sentTo, setSentTo] = useState<string | null>(null);
  const given = tabs.find((tab) => tab === search.get('tab'));
  const tab = given ?? (wasSentAway() && !pending ? 'login' : 'signup');
  useSignedInAlready(tab === 'signup');
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
      {navigator.cookieEnabled === false && (
        <Notice tone="warn" className="mt-5">
          This browser blocks cookies, so it cannot keep you signed in. Please allow them for this site.
        </Notice>
      )}
      {tab === 'login' && !pending && hasSessionEnded() && (
        <Notice className="mt-5">
          {mailedDigest.get()
            ? 'Your digest is in your mail. Sign in to read it here.'
            : 'Please sign in to continue. You will return to the page you were on.'}
        </Notice>
      )}
      <PageTitle className="mt-7 font-serif text-3xl leading-tight font-semibold">{titles[tab]}</PageTitle>
      {tab !== 'forgot-password' && <Slot name="signInElsewhere" />}
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
      <ButtonAnchor href="/" variant="quiet" className="-ml-3">
        <ArrowLeft className="size-4" />
        {pending ? 'Back to search' : 'Back to home'}
      </ButtonAnchor>
      {sentTo ? (
        <AccountCreated email={sentTo} pending={pending} />
      ) : shown ? (
        <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[26rem_minmax(0,1fr)]">
          <div className="min-w-0">{ways}</div>
          <div id="top-three" className="min-h-80 min-w-0 scroll-mt-4 lg:pt-6">
            <Suspense>
              <ThisWeeksBest topic={shown} onChange={change} />
            </Suspense>
          </div>
        </div>
      ) : (
        ways
      )}
    </Page>
  );
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

/** The sign-in tab of /auth. `pending` is the topic typed on the landing page. */
function SignIn({ pending }: { pending: string | null }) {
  const description = pending ? 'Continuing with your search.' : undefined;
  return (
    <SignInForm
      rules={login}
      email={addressBefore() ?? ''}
      welcome={{ title: 'Login Successful!', description }}
      refused={{ title: 'Login Failed', otherwise: 'Login failed. Please check your credentials.' }}
      below={(enter) => <Slot name="signInWays" onSignedIn={enter} />}
    >
      <p className="mt-2 text-right text-sm">
        <a className="link alone" href="/auth?tab=forgot-password">
          Forgot password?
        </a>
      </p>
    </SignInForm>
  );
}

/** Asks for a reset link. The reply is the same whether or not the account exists, so it reveals nothing. */
function ForgotPassword({ onBack }: { onBack: () => void }) {
  const form = useZodForm(accountApi.forgotPassword.body, { email: '' });
  const send = useAction(accountApi.forgotPassword, {
    onSuccess: () => toast('good', 'Password Reset Email Sent', sentSentence),
    onError: toastError('Error', 'Failed to send password reset email'),
  });

  return (
    <>
      <p className="mt-2.5 text-muted">
        Enter the email address of your account. We will send a link to choose a new password.
      </p>
      <Form className="mt-6 space-y-5" onSubmit={form.handleSubmit((body) => send.mutate({ body }))}>
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <Submit label="Send Reset Link" doing="Sending..." wide pending={send.isPending} />
      </Form>
      <Button variant="quiet" className="mt-4 -ml-3" onClick={onBack}>
        <ArrowLeft className="size-4" />
        Back to sign in
      </Button>
      {/* Comes last, so that nothing moves when the response arrives. */}
      {send.isSuccess && (
        <Notice tone="good" className="mt-5">
          {sentSentence}
          <MailboxLink />
        </Notice>
      )}
    </>
  );
}

const sentSentence =
  'If an account exists for this address, a reset link has been sent. Please check your inbox and your spam folder.';
