import { navigate } from 'wouter/use-browser-location';
import { z } from 'zod';
import { accountApi } from '#shared/accounts/account.ts';
import { email } from '#shared/values/fields.ts';
import { useAction, useSite } from '#web/api/api.ts';
import { pendingSearch } from '#web/api/session.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Form, Submit, TextField } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { useZodForm } from '#web/ui/useZodForm.ts';
import { timeZone } from './SignInForm.tsx';
import { accountFields, announceAccount, LegalLink, SignUpFields, showRefusal } from './SignUp.tsx';

/** The older form's own validation. The server applies one password policy to both forms and names the failed rule. */
const rules = z
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

/** The older sign-up page at /signup; its texts and its research field differ from those of /auth. */
export function SignupPage() {
  const form = useZodForm(rules, { email: '', researchField: '', password: '', confirmPassword: '' });
  const create = useAction(accountApi.olderSignup, {
    onSuccess: () => {
      announceAccount();
      navigate('/login');
    },
    onError: (error) =>
      showRefusal(form, error, { title: 'Signup failed', otherwise: 'Failed to create account' }),
  });

  return (
    <CenteredPage title="Sign up" lead={useSite()?.plans ? 'Your first search term is free.' : undefined}>
      <Form
        className="mt-7 space-y-5"
        onSubmit={form.handleSubmit(({ confirmPassword: _, ...body }) =>
          create.mutate({ body: { ...body, pendingSearch: pendingSearch.get(), timeZone: timeZone() } }),
        )}
      >
        <SignUpFields {...accountFields(form.field)}>
          <TextField label="Research field" {...form.field('researchField')} />
        </SignUpFields>
        <p className="text-sm text-muted">
          By signing up you agree to the <LegalLink href="/terms">Terms and Conditions</LegalLink> and the{' '}
          <LegalLink href="/privacy">Privacy Policy</LegalLink>.
        </p>
        <Submit label="Sign Up" doing="Creating account..." wide pending={create.isPending} />
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
