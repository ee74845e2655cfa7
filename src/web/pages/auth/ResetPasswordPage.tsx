import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { accountApi, resetPassword } from '#shared/accounts/account.ts';
import { sentenceOf, useAction } from '#web/api/api.ts';
import { useToken } from '#web/api/useToken.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Actions, ButtonLink, Form, Submit } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { NewPasswordFields, useNewPasswordForm } from '#web/ui/NewPassword.tsx';
import { Notice, toast } from '#web/ui/Notice.tsx';
import { showFieldErrors } from '#web/ui/useZodForm.ts';

export function ResetPasswordPage() {
  const token = useToken();
  useEffect(() => {
    if (token) return;
    toast('bad', 'Invalid Reset Link', 'This password reset link is invalid or expired.');
    navigate('/auth', { replace: true });
  }, [token]);
  return token ? <NewPassword token={token} /> : <CenteredPage state="bad" title="Invalid Reset Link" />;
}

function NewPassword({ token }: { token: string }) {
  const form = useNewPasswordForm(resetPassword, { token, password: '', confirmPassword: '' });
  const reset = useAction(accountApi.resetPassword, {
    onSuccess: () =>
      toast('neutral', 'Password Reset Successful', 'You can now sign in with your new password.'),
    onError: (error) => {
      if (!showFieldErrors(form, error)) toast('bad', 'Password Reset Failed', refusal(error));
    },
  });
  if (reset.isSuccess) return <Complete />;

  return (
    <CenteredPage title="Choose a new password" lead="You will be signed out everywhere else.">
      <Form className="mt-7 space-y-5" onSubmit={form.handleSubmit((body) => reset.mutate({ body }))}>
        <NewPasswordFields field={form.field} />
        {reset.isError && <Notice tone="bad">{refusal(reset.error)}</Notice>}
        <Submit label="Reset Password" doing="Resetting..." wide pending={reset.isPending} />
      </Form>
      <p className="mt-5 text-[0.9375rem]">
        <Link className="link alone" to="/auth?tab=login">
          Back to sign in
        </Link>
      </p>
    </CenteredPage>
  );
}

const Complete = () => (
  <CenteredPage
    state="good"
    title="Password Reset Complete"
    lead="Your password has been changed. Please sign in with the new one."
  >
    <Actions>
      <ButtonLink to="/auth?tab=login">Sign In</ButtonLink>
    </Actions>
  </CenteredPage>
);

const refusal = (error: Error): string =>
  sentenceOf(error, 'Failed to reset password. The reset link may be invalid or expired.');
