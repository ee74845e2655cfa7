import { ArrowLeft } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ButtonAnchor } from '../../parts/Button.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { Page } from '../../parts/Page.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';
import { pendingSearch, wasSentAway } from '../../session.ts';
import { ForgotPassword } from './ForgotPassword.tsx';
import { Login } from './Login.tsx';
import { Signup } from './Signup.tsx';

const tabs = ['signup', 'login', 'forgot-password'] as const;
type Tab = (typeof tabs)[number];

/** Sign up, sign in, or ask for a new password (specification §2, Auth page). */
export function AuthPage() {
  const [search, setSearch] = useSearchParams();
  const [pending] = useState(pendingSearch.get);
  const given = tabs.find((tab) => tab === search.get('tab'));
  const tab = given ?? (wasSentAway() && !pending ? 'login' : 'signup');
  const show = (next: string) => setSearch({ tab: next }, { replace: true });

  return (
    <Page className="max-w-md py-8 sm:py-12">
      <ButtonAnchor href="/" variant="quiet" size="small" className="-ml-3">
        <ArrowLeft className="size-4" aria-hidden="true" />
        {pending ? 'Back to search' : 'Back to home'}
      </ButtonAnchor>
      {pending && tab !== 'forgot-password' && (
        <Notice title="Ready to search" className="mt-5">
          <p className="font-serif text-lg text-ink" dir="auto">
            “{pending}”
          </p>
          <p>Create an account or sign in to continue with your search</p>
        </Notice>
      )}
      <PageTitle className="mt-7 font-serif text-3xl leading-tight font-semibold">{titles[tab]}</PageTitle>
      {tab === 'forgot-password' ? (
        <ForgotPassword onBack={() => show('login')} />
      ) : (
        <Tabs.Root value={tab} onValueChange={show} className="mt-6">
          <Tabs.List aria-label="Account" className="grid grid-cols-2 gap-1 rounded-lg bg-wash p-1">
            <Tabs.Trigger value="signup" className={tabClass}>
              Sign Up
            </Tabs.Trigger>
            <Tabs.Trigger value="login" className={tabClass}>
              Sign In
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="signup" tabIndex={-1} className="mt-6 outline-none">
            <Signup pending={pending} />
          </Tabs.Content>
          <Tabs.Content value="login" tabIndex={-1} className="mt-6 outline-none">
            <Login pending={pending} />
          </Tabs.Content>
        </Tabs.Root>
      )}
    </Page>
  );
}

const titles: Record<Tab, string> = {
  signup: 'Create your account',
  login: 'Sign in',
  'forgot-password': 'Reset your password',
};

const tabClass =
  'min-h-9 rounded-md text-[0.9375rem] font-medium text-muted hover:text-ink data-[state=active]:bg-sheet data-[state=active]:text-ink data-[state=active]:shadow-sm data-[state=active]:ring-1 data-[state=active]:ring-line';
