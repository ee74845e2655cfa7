import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { accountApi, researchFieldLabels, researchFields, signup } from '../../../shared/account.ts';
import { track } from '../../analytics.ts';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { Form } from '../../parts/Form.tsx';
import { Select } from '../../parts/Select.tsx';
import { PasswordField, TextField } from '../../parts/TextField.tsx';
import { toast } from '../../parts/toast.ts';
import { showFieldErrors, useZodForm } from '../../parts/useZodForm.ts';
import { useAction } from '../../query.ts';
import { MailboxLink } from './MailboxLink.tsx';
import { timeZone } from './timeZone.ts';

/** The current form (specification §5). The topic goes along, so that the mailed link works in any browser. */
export function Signup({ pending }: { pending: string | null }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useZodForm(signup, {
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
      track('sign_up');
      toast({
        tone: 'good',
        title: 'Account Created Successfully!',
        description: 'Please check your email, and your spam folder, for the verification link.',
      });
      setSentTo(body!.email);
    },
    onError: (error) => {
      if (!showFieldErrors(form, error))
        toast({
          tone: 'bad',
          title: 'Signup Failed',
          description: error.message || 'Something went wrong. Please try again.',
        });
    },
  });
  if (sentTo) return <AccountCreated email={sentTo} pending={pending} />;

  return (
    <Form
      className="space-y-5"
      onSubmit={form.handleSubmit((body) =>
        create.mutate({ body: { ...body, pendingSearch: pending, timeZone: timeZone() } }),
      )}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Select
        label="Research field"
        note="optional"
        empty="Not given"
        options={researchFields.map((value) => ({ value, label: researchFieldLabels[value] }))}
        {...form.register('researchField')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 8 characters, with an uppercase and a lowercase letter, a number and a special character."
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <Checkbox
        label={<>I agree to the {newTab('/terms', 'Terms and Conditions')}</>}
        error={errors.agreeToTerms?.message}
        {...form.register('agreeToTerms')}
      />
      <Checkbox
        label={<>I agree to the {newTab('/privacy', 'Privacy Policy')}</>}
        error={errors.agreeToPrivacy?.message}
        {...form.register('agreeToPrivacy')}
      />
      <Button type="submit" className="w-full" pending={create.isPending}>
        {create.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </Form>
  );
}

const newTab = (href: string, words: string) => (
  <a className="link" href={href} target="_blank" rel="noopener">
    {words}
  </a>
);

const AccountCreated = ({ email, pending }: { email: string; pending: string | null }) => (
  <div role="status" className="rounded-xl border border-line bg-sheet p-6">
    <MailCheck className="size-8 text-good" aria-hidden="true" />
    <h2 className="mt-3 font-serif text-2xl font-semibold">Account Created!</h2>
    <p className="mt-2 text-muted">
      A mail is on its way to <b className="break-all text-ink">{email}</b>.
    </p>
    <ol className="mt-4 list-decimal space-y-1.5 pl-5">
      <li>Click the verification link in your email</li>
      <li>Check your spam folder if it does not arrive within a few minutes</li>
    </ol>
    {pending && (
      <p className="mt-4 border-t border-line pt-4">
        Your search “<span dir="auto">{pending}</span>” will be processed once your address is verified.
      </p>
    )}
    <MailboxLink />
  </div>
);
