import { useQuery } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { admissionApi } from '#shared/accounts/admission.ts';
import { reading, sentenceOf, useAction } from '#web/api/api.ts';
import { CenteredPage, WaysOut } from '#web/layout/CenteredPage.tsx';
import { Form, Submit, TextField } from '#web/ui/Form.tsx';
import { useNewPasswordForm, usePasswordHint } from '#web/ui/NewPassword.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Loading } from '#web/ui/Spinner.tsx';
import { showFieldErrors } from '#web/ui/useZodForm.ts';
import { signedIn } from './SignInForm.tsx';
import { accountFields, SignUpFields } from './SignUp.tsx';

/** Creates the first account of a new server, with the code that the server printed at its start. */
export function SetupPage() {
  const setup = useQuery(reading(admissionApi.setup));
  if (setup.isPending) return <Loading />;
  return setup.data?.open ? (
    <FirstAdministrator />
  ) : (
    <CenteredPage
      title="Setup is complete"
      tab="Setup"
      lead="This server has its first account. Administrators can invite more people on the administration page."
    >
      <WaysOut />
    </CenteredPage>
  );
}

function FirstAdministrator() {
  const empty = { code: '', email: '', password: '', confirmPassword: '' };
  const form = useNewPasswordForm(admissionApi.completeSetup.body, empty);
  const complete = useAction(admissionApi.completeSetup, {
    onSuccess: ({ user }) => void navigate(signedIn(user)),
    onError: (error) => void showFieldErrors(form, error),
  });
  return (
    <CenteredPage
      title="Set up this server"
      lead="Create the first account. It is an administrator’s: it can invite others and manage the server."
    >
      <Form className="mt-7 space-y-5" onSubmit={form.handleSubmit((body) => complete.mutate({ body }))}>
        <TextField
          label="Setup code"
          autoComplete="one-time-code"
          hint="The server printed this code when it started. It works once."
          {...form.field('code')}
        />
        <SignUpFields {...accountFields(form.field)} passwordHint={usePasswordHint()} />
        {complete.isError && (
          <Notice tone="bad">{sentenceOf(complete.error, 'The account could not be created.')}</Notice>
        )}
        <Submit label="Create administrator" doing="Creating account..." wide pending={complete.isPending} />
      </Form>
    </CenteredPage>
  );
}
