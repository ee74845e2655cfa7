import type { ReactNode } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { accountApi, researchFieldLabels, researchFields, signup } from '#shared/accounts/account.ts';
import { useAction, useSite } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox, Form, Select } from '#web/ui/Form.tsx';
import { useNewPasswordForm, usePasswordHint } from '#web/ui/NewPassword.tsx';
import { announceAccount, LegalLink, SignUpFields, showRefusal } from './SignUpFields.tsx';
import { timeZone } from './signedIn.ts';

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
