import { type ReactNode, useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { z } from 'zod';
import { accountApi, type login as loginShape } from '#shared/accounts/account.ts';
import { type Me, visitApi } from '#shared/accounts/me.ts';
import { call, keyOf, queryClient, sentenceOf, useAction } from '#web/api/api.ts';
import { pendingSearch, signedInHint, takeReturn } from '#web/api/session.ts';
import { track } from '#web/consent/consent.ts';
import { Form, PasswordField, Submit, TextField } from '#web/ui/Form.tsx';
import { Refused, toast } from '#web/ui/Notice.tsx';
import { useZodForm } from '#web/ui/useZodForm.ts';

type Login = z.input<typeof loginShape>;

interface SignInFormProps {
  /** The page's validation; the two sign-in pages word it differently. */
  rules: z.ZodType<Login, Login>;
  /** The initial value of the email field. */
  email?: string;
  welcome: { title: string; description?: string | undefined };
  /** The toast's title, and its sentence if the response has none. */
  refused: { title: string; otherwise: string };
  /** Shown under the password field. */
  children?: ReactNode;
  /** Shown under the button; `enter` is for who signs in there. */
  below?: (enter: (user: Me) => void) => ReactNode;
  className?: string;
}

/** Email and password, for /auth and /login. An error also stays on the page, below the buttons so that they do not move. */
export function SignInForm({
  rules,
  email = '',
  welcome,
  refused,
  children,
  below,
  className = '',
}: SignInFormProps) {
  const form = useZodForm(rules, { email, password: '' });
  useSignedInAlready();
  const { setFocus } = form;
  // What is left to type.
  useEffect(() => {
    if (email) setFocus('password');
  }, [email, setFocus]);
  const enter = (user: Me) => {
    toast('good', welcome.title, welcome.description);
    navigate(signedIn(user));
  };
  const login = useAction(accountApi.login, {
    onSuccess: ({ user }) => enter(user),
    onError: (error) => toast('bad', refused.title, sentenceOf(error, refused.otherwise)),
  });
  return (
    <>
      <Form
        className={`space-y-5 ${className}`}
        onSubmit={form.handleSubmit((body) => login.mutate({ body }))}
      >
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <div>
          <PasswordField label="Password" {...form.field('password')} />
          {children}
        </div>
        <Submit label="Sign In" doing="Signing in..." wide pending={login.isPending} />
      </Form>
      {below?.(enter)}
      <Refused error={login.error} otherwise={refused.otherwise} />
    </>
  );
}

/** Leads somebody who is signed in to the dashboard, which searches the topic that they typed. */
export function useSignedInAlready(isWanted = true): void {
  useEffect(() => {
    if (isWanted && signedInHint.get())
      void call(visitApi.me).then(
        () => navigate('/dashboard', { replace: true }),
        () => signedInHint.clear(),
      );
  }, [isWanted]);
}

/** Clears what an earlier reader left in the cache. Returns the path to go to. */
export function signedIn(user: Me): string {
  queryClient.clear();
  queryClient.setQueryData(keyOf(visitApi.me), { user });
  signedInHint.set();
  track('login');
  const pending = pendingSearch.get();
  const back = takeReturn();
  if (back && !pending) return back;
  const query = new URLSearchParams({ email: user.email, ...(pending && { pendingSearch: pending }) });
  return `/dashboard?${query}`;
}

/** The browser's IANA time zone, for the delivery day; null if unknown. */
export const timeZone = (): string | null => Intl.DateTimeFormat().resolvedOptions().timeZone || null;
