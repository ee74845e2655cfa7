import { accountApi, researchFieldLabels, researchFields, signup } from '#shared/accounts/account.ts';
import { sentenceOf } from '#web/api/api.ts';
import { useAction } from '#web/api/query.ts';
import { track } from '#web/consent/analytics.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/form/Checkbox.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { Select } from '#web/ui/form/Select.tsx';
import { PasswordField, TextField } from '#web/ui/form/TextField.tsx';
import { showFieldErrors, useZodForm } from '#web/ui/form/useZodForm.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { timeZone } from './signedIn.ts';

/** The current form (specification §5). The topic goes along, so that the mailed link works in any browser. */
export function Signup({
  pending,
  onCreated,
}: {
  pending: string | null;
  onCreated: (email: string) => void;
}) {
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
      onCreated(body!.email);
    },
    onError: (error) => {
      if (!showFieldErrors(form, error))
        toast({
          tone: 'bad',
          title: 'Signup Failed',
          description: sentenceOf(error, 'Something went wrong. Please try again.'),
        });
    },
  });

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
      <div className="space-y-3 pt-1">
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
      </div>
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
