import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { accountApi, researchFieldLabels, researchFields, signup } from '#shared/accounts/account.ts';
import { sentenceOf, useAction, useSite } from '#web/api/api.ts';
import { track } from '#web/consent/consent.ts';
import { Checkbox, Form, PasswordField, Select, Submit, TextField } from '#web/ui/Form.tsx';
import { useNewPasswordForm, usePasswordHint } from '#web/ui/NewPassword.tsx';
import { toast } from '#web/ui/Notice.tsx';
import { type FieldOf, showFieldErrors } from '#web/ui/useZodForm.ts';
import { timeZone } from './SignInForm.tsx';

interface SignUpProps {
  pending: string | null;
  /** The token of an invitation's link. */
  invitation?: string | null;
  onCreated: (email: string) => void;
}

/** The sign-up tab of /auth. The pending topic is sent along, so that the mailed link works in any browser. */
export function SignUp({ pending, invitation = null, onCreated }: SignUpProps) {
  const site = useSite();
  const mails = site?.mail ?? true;
  const form = useNewPasswordForm(signup, {
    email: '',
    researchField: '',
    password: '',
    confirmPassword: '',
    agreeToTerms: false,
    agreeToPrivacy: false,
  });
  const create = useAction(accountApi.signup, {
    onSuccess: (_, { body }) => {
      announceAccount(mails);
      onCreated(body!.email);
    },
    onError: (error) =>
      showRefusal(form, error, {
        title: 'Signup Failed',
        otherwise: 'Something went wrong. Please try again.',
      }),
  });

  return (
    <Form
      className="space-y-5"
      onSubmit={form.handleSubmit((body) =>
        create.mutate({ body: { ...body, invitation, pendingSearch: pending, timeZone: timeZone() } }),
      )}
    >
      <SignUpFields {...accountFields(form.field)} passwordHint={usePasswordHint()}>
        <Select
          label="Research field"
          note="optional"
          empty="Not given"
          options={researchFields.map((value) => ({ value, label: researchFieldLabels[value] }))}
          {...form.register('researchField')}
        />
      </SignUpFields>
      <div className="space-y-3 pt-1">
        {consents.map(([name, href, title]) => (
          <Checkbox
            key={name}
            label={
              <>
                I agree to the <LegalLink href={href}>{title}</LegalLink>
              </>
            }
            {...form.field(name)}
          />
        ))}
      </div>
      <Submit label="Create Account" doing="Creating account..." wide pending={create.isPending} />
      <p className="text-sm text-muted">
        {site?.plans && 'Your first search term is free, without a card. '}Emails are not tracked, and one
        click unsubscribes.
      </p>
    </Form>
  );
}

const consents = [
  ['agreeToTerms', '/terms', 'Terms and Conditions'],
  ['agreeToPrivacy', '/privacy', 'Privacy Policy'],
] as const;

/** Before all others, since the first of a form that has an error gets the focus, in the order in which they are asked for. */
export const accountFields = (field: FieldOf<'email' | 'password' | 'confirmPassword'>) => ({
  email: field('email'),
  password: field('password'),
  confirmPassword: field('confirmPassword'),
});

interface SignUpFieldsProps extends ReturnType<typeof accountFields> {
  passwordHint?: string;
  /** The input for the research field; the two forms ask for it differently, and the setup not at all. */
  children?: ReactNode;
}

/** The fields of both sign-up forms: email, research field, and a password, typed twice. */
export const SignUpFields = ({ passwordHint, children, ...fields }: SignUpFieldsProps) => (
  <>
    <TextField label="Email" type="email" autoComplete="email" {...fields.email} />
    {children}
    <PasswordField label="Password" autoComplete="new-password" hint={passwordHint} {...fields.password} />
    <PasswordField label="Confirm password" autoComplete="new-password" {...fields.confirmPassword} />
  </>
);

/** Says that the account was created and what to do next, with or without mailed links. */
export function announceAccount(mails = true): void {
  track('sign_up');
  toast(
    'good',
    'Account Created Successfully!',
    mails
      ? 'Please check your email, and your spam folder, for the verification link.'
      : 'You can sign in now.',
  );
}

/** Shows a refused sign-up: beside the fields it names, else as a toast. */
export function showRefusal<T extends FieldValues>(
  form: UseFormReturn<T, unknown, FieldValues>,
  error: Error,
  words: { title: string; otherwise: string },
): void {
  if (!showFieldErrors(form, error)) toast('bad', words.title, sentenceOf(error, words.otherwise));
}

/** A legal page in a tab of its own, so that what was typed stays. */
export const LegalLink = ({ href, children }: { href: '/terms' | '/privacy'; children: string }) => (
  <a className="link" href={href} target="_blank" rel="noopener">
    {children}
  </a>
);
