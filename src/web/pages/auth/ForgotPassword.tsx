import { ArrowLeft } from 'lucide-react';
import { accountApi } from '#shared/accounts/account.ts';
import { sentenceOf } from '#web/api/api.ts';
import { useAction } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextField } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useZodForm } from '#web/ui/useZodForm.ts';
import { MailboxLink } from './MailboxLink.tsx';

/** Asks for a reset link. The reply is the same whether or not the account exists, so it reveals nothing. */
export function ForgotPassword({ onBack }: { onBack: () => void }) {
  const form = useZodForm(accountApi.forgotPassword.body, { email: '' });
  const send = useAction(accountApi.forgotPassword, {
    onSuccess: () =>
      toast({
        tone: 'good',
        title: 'Password Reset Email Sent',
        description: sentSentence,
      }),
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Error',
        description: sentenceOf(error, 'Failed to send password reset email'),
      }),
  });

  return (
    <>
      <p className="mt-2.5 text-muted">
        Enter the email address of your account. We will send a link to choose a new password.
      </p>
      <Form className="mt-6 space-y-5" onSubmit={form.handleSubmit((body) => send.mutate({ body }))}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={form.formState.errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" className="w-full" pending={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send Reset Link'}
        </Button>
      </Form>
      <Button variant="quiet" size="small" className="mt-4 -ml-3" onClick={onBack}>
        <ArrowLeft className="size-4" aria-hidden="true" />
        Back to sign in
      </Button>
      {/* Comes last, so that nothing moves when the response arrives. */}
      {send.isSuccess && (
        <Notice tone="good" className="mt-5">
          {sentSentence}
          <MailboxLink />
        </Notice>
      )}
    </>
  );
}

const sentSentence =
  'If an account exists for this address, a reset link has been sent. Please check your inbox and your spam folder.';
