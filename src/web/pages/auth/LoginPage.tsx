import { z } from 'zod';
import { email } from '#shared/values/fields.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Link } from '#web/ui/Link.tsx';
import { SignInForm } from './SignInForm.tsx';

const rules = z.object({ email, password: z.string().min(1, 'Please enter your password') });

/** The older sign-in page at /login; its texts differ from those of /auth. */
export const LoginPage = () => (
  <CenteredPage title="Sign in" lead="Welcome back. Sign in to read your digests.">
    <SignInForm
      className="mt-7"
      rules={rules}
      welcome={{ title: 'Welcome back!' }}
      refused={{ title: 'Login failed', otherwise: 'Invalid email or password' }}
    />
    <p className="mt-5 text-[0.9375rem] text-muted">
      No account yet?{' '}
      <Link className="link" to="/signup">
        Sign up
      </Link>
    </p>
  </CenteredPage>
);
