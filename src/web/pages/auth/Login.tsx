import { useNavigate } from 'react-router';
import { accountApi, login } from '#shared/accounts/account.ts';
import { sentenceOf } from '#web/api/api.ts';
import { useAction } from '#web/api/query.ts';
import { addressBefore } from '#web/api/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { PasswordField, TextField } from '#web/ui/form/TextField.tsx';
import { useZodForm } from '#web/ui/form/useZodForm.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { signedIn } from './signedIn.ts';

export function Login({ pending }: { pending: string | null }) {
  const navigate = useNavigate();
  const form = useZodForm(login, { email: addressBefore() ?? '', password: '' });
  const { errors } = form.formState;
  const enter = useAction(accountApi.login, {
    onSuccess: ({ user }) => {
      toast({
        tone: 'good',
        title: 'Login Successful!',
        description: pending ? 'Continuing with your search.' : undefined,
      });
      navigate(signedIn(user));
    },
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Login Failed',
        description: refusal(error),
      }),
  });

  return (
    <Form className="space-y-5" onSubmit={form.handleSubmit((body) => enter.mutate({ body }))}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <div>
        <PasswordField label="Password" error={errors.password?.message} {...form.register('password')} />
        <p className="mt-2 text-right text-sm">
          <a className="link" href="/auth?tab=forgot-password">
            Forgot password?
          </a>
        </p>
      </div>
      {enter.isError && <Notice tone="bad">{refusal(enter.error)}</Notice>}
      <Button type="submit" className="w-full" pending={enter.isPending}>
        {enter.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </Form>
  );
}

const refusal = (error: Error): string => sentenceOf(error, 'Login failed. Please check your credentials.');
