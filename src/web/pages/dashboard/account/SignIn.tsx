import { Slot } from '#kit/web.tsx';
import { accountApi } from '#shared/accounts/account.ts';
import { CallError } from '#web/api/api.ts';
import { useAction, useMe, useSite } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form, PasswordField } from '#web/ui/Form.tsx';
import { NewPasswordFields, useNewPasswordForm } from '#web/ui/NewPassword.tsx';
import { toast } from '#web/ui/toast.tsx';
import { showFieldErrors } from '#web/ui/useZodForm.ts';
import { DialogLine } from '../desk/Section.tsx';
import { Activity } from '../security/Activity.tsx';
import { Sessions } from '../security/Sessions.tsx';

/** Sign-in and security: devices, password, what features add, security log, and single sign-on. */
export function SignIn() {
  const signIn = useSite()?.signIn;
  const hasPassword = (useMe()?.hasPassword ?? true) && (signIn?.passwords ?? true);
  return (
    <>
      {hasPassword && (
        <DialogLine
          label="Change password"
          description="You stay signed in here and will be signed out everywhere else."
        >
          {(close) => <NewPassword onClose={close} />}
        </DialogLine>
      )}
      <Slot name="signInSettings" />
      <DialogLine
        label="Where you are signed in"
        hint="Browsers and devices, each with a way to sign it out"
        description="If you do not recognize a device, sign it out and change your password."
      >
        {() => <Sessions />}
      </DialogLine>
      <DialogLine
        label="Security activity"
        hint="Sign-ins and changes of the last year"
        description="If you do not recognize something, change your password."
      >
        {() => <Activity />}
      </DialogLine>
    </>
  );
}

const empty = { currentPassword: '', password: '', confirmPassword: '' };

/** Changes the password, given the current one; all other devices are signed out. */
function NewPassword({ onClose }: { onClose: () => void }) {
  const form = useNewPasswordForm(accountApi.changePassword.body, empty);
  const { errors } = form.formState;
  const change = useAction(accountApi.changePassword, {
    onSuccess: ({ message }) => {
      toast('good', 'Password Changed', message);
      onClose();
    },
    onError: (error) => {
      if (showFieldErrors(form, error)) return;
      // The error concerns only the current password.
      if (error instanceof CallError && error.code === 'forbidden')
        form.setError('currentPassword', { message: error.message }, { shouldFocus: true });
      else toast('bad', 'Password Unchanged', error.message);
    },
  });
  const me = useMe();
  return (
    <Form className="space-y-5" onSubmit={form.handleSubmit((body) => change.mutate({ body }))}>
      {/* Tells password managers which account this is. */}
      <input type="email" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
      <PasswordField
        label="Current Password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <NewPasswordFields
        password={form.register('password')}
        confirmPassword={form.register('confirmPassword')}
        errors={errors}
      />
      <div className="flex flex-wrap-reverse justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={onClose}>
          Keep password
        </Button>
        <Button type="submit" pending={change.isPending}>
          Change password
        </Button>
      </div>
    </Form>
  );
}
