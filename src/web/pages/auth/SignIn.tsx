import { login } from '#shared/accounts/account.ts';
import { addressBefore } from '#web/api/session.ts';
import { SignInForm } from './SignInForm.tsx';

/** The sign-in tab of /auth. `pending` is the topic typed on the landing page. */
export const SignIn = ({ pending }: { pending: string | null }) => (
  <SignInForm
    rules={login}
    email={addressBefore() ?? ''}
    welcome={{
      title: 'Login Successful!',
      description: pending ? 'Continuing with your search.' : undefined,
    }}
    refused={{ title: 'Login Failed', otherwise: 'Login failed. Please check your credentials.' }}
  >
    <p className="mt-2 text-right text-sm">
      <a className="link" href="/auth?tab=forgot-password">
        Forgot password?
      </a>
    </p>
  </SignInForm>
);
