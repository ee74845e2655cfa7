import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { accountApi, resetPassword } from '../../../shared/account.ts';
import { sentenceOf } from '../../api.ts';
import { Button, ButtonLink } from '../../parts/Button.tsx';
import { Form } from '../../parts/Form.tsx';
import { Narrow } from '../../parts/Narrow.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { PasswordField } from '../../parts/TextField.tsx';
import { toast } from '../../parts/toast.ts';
import { showFieldErrors, useZodForm } from '../../parts/useZodForm.ts';
import { useAction } from '../../query.ts';
import { useToken } from '../../useToken.ts';

export function ResetPasswordPage() {
  const token = useToken();
  const navigate = useNavigate();
  useEffect(() => {
    if (token) return;
    toast({
      tone: 'bad',
      title: 'Invalid Reset Link',
      description: 'This password reset link is invalid or expired.',
    });
    navigate('/auth', { replace: true });
  }, [token, navigate]);
  return token ? <NewPassword token={token} /> : <Narrow title="Invalid Reset Link" />;
}

function NewPassword({ token }: { token: string }) {
  const form = useZodForm(resetPassword, { token, password: '', confirmPassword: '' });
  const { errors } = form.formState;
  const reset = useAction(accountApi.resetPassword, {
    onSuccess: () =>
      toast({
        title: 'Password Reset Successful',
        description: 'You can now sign in with your new password.',
      }),
    onError: (error) => {
      if (!showFieldErrors(form, error))
        toast({
          tone: 'bad',
          title: 'Password Reset Failed',
          description: refusal(error),
        });
    },
  });
  if (reset.isSuccess) return <Complete />;

  return (
    <Narrow title="Choose a new password" lead="You will be signed out everywhere else.">
      <Form className="mt-7 space-y-5" onSubmit={form.handleSubmit((body) => reset.mutate({ body }))}>
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          hint="At least 8 characters, with an uppercase and a lowercase letter, a number and a special character."
          error={errors.password?.message}
          {...form.register('password')}
        />
        <PasswordField
          label="Confirm New Password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...form.register('confirmPassword')}
        />
        {reset.isError && <Notice tone="bad">{refusal(reset.error)}</Notice>}
        <Button type="submit" className="w-full" pending={reset.isPending}>
          {reset.isPending ? 'Resetting...' : 'Reset Password'}
        </Button>
      </Form>
      <p className="mt-5 text-[0.9375rem]">
        <Link className="link" to="/auth?tab=login">
          Back to sign in
        </Link>
      </p>
    </Narrow>
  );
}

const Complete = () => (
  <Narrow
    title="Password Reset Complete"
    lead="Your password has been changed. Please sign in with the new one."
  >
    <ButtonLink to="/auth?tab=login" className="mt-7">
      Sign In
    </ButtonLink>
  </Narrow>
);

const refusal = (error: Error): string =>
  sentenceOf(error, 'Failed to reset password. The reset link may be invalid or expired.');
