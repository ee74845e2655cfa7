import type { ReactNode } from 'react';
import type { FieldError, FieldValues, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import { sentenceOf } from '#web/api/api.ts';
import { track } from '#web/consent/analytics.ts';
import { PasswordField, TextField } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { showFieldErrors } from '#web/ui/useZodForm.ts';

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
  toast({
    tone: 'good',
    title: 'Account Created Successfully!',
    description: mails
      ? 'Please check your email, and your spam folder, for the verification link.'
      : 'You can sign in now.',
  });
}

/** Shows a refused sign-up: beside the fields it names, else as a toast. */
export function showRefusal<T extends FieldValues>(
  form: UseFormReturn<T, unknown, FieldValues>,
  error: Error,
  words: { title: string; otherwise: string },
): void {
  if (!showFieldErrors(form, error))
    toast({ tone: 'bad', title: words.title, description: sentenceOf(error, words.otherwise) });
}

/** A legal page in a tab of its own, so that what was typed stays. */
export const LegalLink = ({ href, children }: { href: '/terms' | '/privacy'; children: string }) => (
  <a className="link" href={href} target="_blank" rel="noopener">
    {children}
  </a>
);
