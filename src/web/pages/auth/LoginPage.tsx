import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { accountApi } from '#shared/accounts/account.ts';
import { email } from '#shared/fields.ts';
import { sentenceOf } from '#web/api/api.ts';
import { useAction } from '#web/api/query.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { PasswordField, TextField } from '#web/ui/form/TextField.tsx';
import { useZodForm } from '#web/ui/form/useZodForm.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { signedIn } from './signedIn.ts';

const olderLogin = z.object({ email, password: z.string().min(1, 'Please enter your password') });

/** The older sign-in page, with its own words (specification §2, §5, §8). */
export function LoginPage() {
  const navigate = useNavigate();
  const form = useZodForm(olderLogin, { email: '', password: '' });
  const { errors } = form.formState;
  const enter = useAction(accountApi.login, {
    onSuccess: ({ user }) => {
      toast({ tone: 'good', title: 'Welcome back!' });
      navigate(signedIn(user));
    },
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Login failed',
        description: refusal(error),
      }),
  });

  return (
    <CenteredPage title="Sign in" lead="Welcome back. Your topics are where you left them.">
      <Form className="mt-7 space-y-5" onSubmit={form.handleSubmit((body) => enter.mutate({ body }))}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField label="Password" error={errors.password?.message} {...form.register('password')} />
        {enter.isError && <Notice tone="bad">{refusal(enter.error)}</Notice>}
        <Button type="submit" className="w-full" pending={enter.isPending}>
          {enter.isPending ? 'Signing in...' : 'Sign In'}
        </Button>
      </Form>
      <p className="mt-5 text-[0.9375rem] text-muted">
        No account yet?{' '}
        <Link className="link" to="/signup">
          Sign up
        </Link>
      </p>
    </CenteredPage>
  );
}

const refusal = (error: Error): string => sentenceOf(error, 'Invalid email or password');
