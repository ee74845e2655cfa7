import { lazy } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { login } from '#shared/accounts/account.ts';
import type { Me } from '#shared/accounts/me.ts';
import { useSite } from '#web/api/query.ts';
import { addressBefore } from '#web/api/session.ts';
import { LazyPart } from '#web/ui/lazy/LazyPart.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { SignInForm } from './SignInForm.tsx';
import { signedIn } from './signedIn.ts';

const PasskeySignIn = lazy(async () => ({
  default: (await import('../secondStep/PasskeySignIn.tsx')).PasskeySignIn,
}));

/** The sign-in tab of /auth. `pending` is the topic typed on the landing page. */
export function SignIn({ pending }: { pending: string | null }) {
  const passkeys = useSite()?.signIn.passkeys ?? false;
  const welcome = {
    title: 'Login Successful!',
    description: pending ? 'Continuing with your search.' : undefined,
  };
  const enter = (user: Me) => {
    toast({ tone: 'good', ...welcome });
    navigate(signedIn(user));
  };
  return (
    <SignInForm
      rules={login}
      email={addressBefore() ?? ''}
      welcome={welcome}
      refused={{ title: 'Login Failed', otherwise: 'Login failed. Please check your credentials.' }}
      below={
        passkeys && (
          <LazyPart fallback={<div className="mt-4 h-10.5 pointer-coarse:h-11" />}>
            <PasskeySignIn onSignedIn={enter} />
          </LazyPart>
        )
      }
    >
      <p className="mt-2 text-right text-sm">
        <a className="link alone" href="/auth?tab=forgot-password">
          Forgot password?
        </a>
      </p>
    </SignInForm>
  );
}
