import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { accountApi } from '#shared/accounts/account.ts';
import { email } from '#shared/fields.ts';
import { sentenceOf } from '#web/api/api.ts';
import { useAction } from '#web/api/query.ts';
import { pendingSearch } from '#web/api/session.ts';
import { track } from '#web/consent/analytics.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { PasswordField, TextField } from '#web/ui/form/TextField.tsx';
import { showFieldErrors, useZodForm } from '#web/ui/form/useZodForm.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { timeZone } from './signedIn.ts';

/** The older form's own rules (specification §5); the server has one policy for both forms and says what it misses. */
const olderForm = z
  .object({
    email,
    researchField: z.string().trim().min(1, 'Please enter your research field'),
    password: z.string().min(6, 'Password must be at least 6 characters'),
    confirmPassword: z.string(),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  });

export function SignupPage() {
  const navigate = useNavigate();
  const form = useZodForm(olderForm, { email: '', researchField: '', password: '', confirmPassword: '' });
  const { errors } = form.formState;
  const create = useAction(accountApi.olderSignup, {
    onSuccess: () => {
      track('sign_up');
      toast({
        tone: 'good',
        title: 'Account Created Successfully!',
        description: 'Please check your email, and your spam folder, for the verification link.',
      });
      navigate('/login');
    },
    onError: (error) => {
      if (!showFieldErrors(form, error))
        toast({
          tone: 'bad',
          title: 'Signup failed',
          description: sentenceOf(error, 'Failed to create account'),
        });
    },
  });

  return (
    <CenteredPage title="Sign up" lead="Your first search term is free.">
      <Form
        className="mt-7 space-y-5"
        onSubmit={form.handleSubmit(({ confirmPassword: _, ...body }) =>
          create.mutate({ body: { ...body, pendingSearch: pendingSearch.get(), timeZone: timeZone() } }),
        )}
      >
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <TextField
          label="Research field"
          error={errors.researchField?.message}
          {...form.register('researchField')}
        />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword')}
        />
        <p className="text-sm text-muted">
          By signing up you agree to the{' '}
          <a className="link" href="/terms" target="_blank" rel="noopener">
            Terms and Conditions
          </a>{' '}
          and the{' '}
          <a className="link" href="/privacy" target="_blank" rel="noopener">
            Privacy Policy
          </a>
          .
        </p>
        <Button type="submit" className="w-full" pending={create.isPending}>
          {create.isPending ? 'Creating account...' : 'Sign Up'}
        </Button>
      </Form>
      <p className="mt-5 text-[0.9375rem] text-muted">
        Already have an account?{' '}
        <Link className="link" to="/login">
          Sign in
        </Link>
      </p>
    </CenteredPage>
  );
}
