import { navigate } from 'wouter/use-browser-location';
import { login } from '#shared/accounts/account.ts';
import type { Me } from '#shared/accounts/me.ts';
import { useSite } from '#web/api/query.ts';
import { addressBefore } from '#web/api/session.ts';
import { toast } from '#web/ui/toast.tsx';
import { PasskeySignIn } from '../secondStep/PasskeySignIn.tsx';
import { SignInForm } from './SignInForm.tsx';
import { signedIn } from './signedIn.ts';

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
      below={passkeys && <PasskeySignIn onSignedIn={enter} />}
    >
      <p className="mt-2 text-right text-sm">
        <a className="link alone" href="/auth?tab=forgot-password">
          Forgot password?
        </a>
      </p>
    </SignInForm>
  );
}
