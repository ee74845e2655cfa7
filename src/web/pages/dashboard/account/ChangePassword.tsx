import { accountApi } from '#shared/accounts/account.ts';
import { CallError, useAction, useMe } from '#web/api/api.ts';
import { Button, Form, PasswordField, Submit } from '#web/ui/Form.tsx';
import { NewPasswordFields, useNewPasswordForm } from '#web/ui/NewPassword.tsx';
import { toast, toastDone } from '#web/ui/Notice.tsx';
import { showFieldErrors } from '#web/ui/useZodForm.ts';

const empty = { currentPassword: '', password: '', confirmPassword: '' };

/** Changes the password, given the current one; all other devices are signed out. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const form = useNewPasswordForm(accountApi.changePassword.body, empty);
  const change = useAction(accountApi.changePassword, {
    onSuccess: toastDone('Password Changed', onClose),
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
      <PasswordField label="Current Password" {...form.field('currentPassword')} />
      <NewPasswordFields field={form.field} />
      <div className="flex flex-wrap-reverse justify-end gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={onClose}>
          Keep password
        </Button>
        <Submit label="Change password" pending={change.isPending} />
      </div>
    </Form>
  );
}
