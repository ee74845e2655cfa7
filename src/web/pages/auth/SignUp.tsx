import type { ReactNode } from 'react';
import type { FieldError, FieldValues, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { accountApi, researchFieldLabels, researchFields, signup } from '#shared/accounts/account.ts';
import { sentenceOf } from '#web/api/api.ts';
import { useAction, useSite } from '#web/api/query.ts';
import { track } from '#web/consent/consent.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox, Form, PasswordField, Select, TextField } from '#web/ui/Form.tsx';
import { useNewPasswordForm, usePasswordHint } from '#web/ui/NewPassword.tsx';
import { toast } from '#web/ui/toast.tsx';
import { showFieldErrors } from '#web/ui/useZodForm.ts';
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
  const { errors } = form.formState;
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
      <SignUpFields
        fields={{
          email: form.register('email'),
          password: form.register('password'),
          confirmPassword: form.register('confirmPassword'),
        }}
        errors={errors}
        passwordHint={usePasswordHint()}
      >
        <Select
          label="Research field"
          note="optional"
          empty="Not given"
          options={researchFields.map((value) => ({ value, label: researchFieldLabels[value] }))}
          {...form.register('researchField')}
        />
      </SignUpFields>
      <div className="space-y-3 pt-1">
        <Consent
          document={<LegalLink href="/terms">Terms and Conditions</LegalLink>}
          error={errors.agreeToTerms}
          field={form.register('agreeToTerms')}
        />
        <Consent
          document={<LegalLink href="/privacy">Privacy Policy</LegalLink>}
          error={errors.agreeToPrivacy}
          field={form.register('agreeToPrivacy')}
        />
      </div>
      <Button type="submit" className="w-full" pending={create.isPending}>
        {create.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
      <p className="text-sm text-muted">
        {site?.plans && 'Your first search term is free, without a card. '}Emails are not tracked, and one
        click unsubscribes.
      </p>
    </Form>
  );
}

interface ConsentProps {
  document: ReactNode;
  error: FieldError | undefined;
  field: UseFormRegisterReturn;
}

const Consent = ({ document, error, field }: ConsentProps) => (
  <Checkbox label={<>I agree to the {document}</>} error={error?.message} {...field} />
);

type FieldName = 'email' | 'password' | 'confirmPassword';

interface SignUpFieldsProps {
  fields: Record<FieldName, UseFormRegisterReturn>;
  errors: Partial<Record<FieldName, FieldError>>;
  passwordHint?: string;
  /** The input for the research field; the two forms ask for it differently. */
  children: ReactNode;
}

/** The fields of both sign-up forms: email, research field, and a password, typed twice. */
export const SignUpFields = ({ fields, errors, passwordHint, children }: SignUpFieldsProps) => (
  <>
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      error={errors.email?.message}
      {...fields.email}
    />
    {children}
    <PasswordField
      label="Password"
      autoComplete="new-password"
      hint={passwordHint}
      error={errors.password?.message}
      {...fields.password}
    />
    <PasswordField
      label="Confirm password"
      autoComplete="new-password"
      error={errors.confirmPassword?.message}
      {...fields.confirmPassword}
    />
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
