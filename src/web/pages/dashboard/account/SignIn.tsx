import { useState } from 'react';
import { Slot } from '#kit/web.tsx';
import { accountApi } from '#shared/accounts/account.ts';
import { CallError } from '#web/api/api.ts';
import { useAction, useMe, useSite } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form, PasswordField } from '#web/ui/Form.tsx';
import { NewPasswordFields, useNewPasswordForm } from '#web/ui/NewPassword.tsx';
import { toast } from '#web/ui/toast.tsx';
import { showFieldErrors } from '#web/ui/useZodForm.ts';
import { ActionRow, actionRows, Section } from '../desk/Section.tsx';
import { Activity } from '../security/Activity.tsx';
import { Sessions } from '../security/Sessions.tsx';

/** Sign-in and security: devices, password, what features add, and the security log. */
export function SignIn() {
  const signIn = useSite()?.signIn;
  const hasPassword = (useMe()?.hasPassword ?? true) && (signIn?.passwords ?? true);
  const [open, setOpen] = useState<'places' | 'password' | 'activity' | null>(null);
  const shown = (name: typeof open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  });
  const row = (name: typeof open, words: string) => (
    <li>
      <ActionRow onClick={() => setOpen(name)}>{words}</ActionRow>
    </li>
  );
  return (
    <Section title="Sign-in and security" minor>
      <ul className={actionRows}>
        {row('places', 'Where you are signed in')}
        {hasPassword && row('password', 'Change password')}
        <Slot name="signInSettings" />
        {row('activity', 'Security activity')}
      </ul>
      {open === 'places' && <Sessions {...shown('places')} />}
      {open === 'password' && <ChangePassword {...shown('password')} />}
      {open === 'activity' && <Activity {...shown('activity')} />}
    </Section>
  );
}

/** Changes the password, given the current one; all other devices are signed out. */
const ChangePassword = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Change password"
    description="You stay signed in here and will be signed out everywhere else."
  >
    <NewPassword onClose={() => onOpenChange(false)} />
  </Dialog>
);

const empty = { currentPassword: '', password: '', confirmPassword: '' };

function NewPassword({ onClose }: { onClose: () => void }) {
  const form = useNewPasswordForm(accountApi.changePassword.body, empty);
  const { errors } = form.formState;
  const change = useAction(accountApi.changePassword, {
    onSuccess: ({ message }) => {
      toast({ title: 'Password Changed', description: message, tone: 'good' });
      onClose();
    },
    onError: (error) => {
      if (showFieldErrors(form, error)) return;
      // The error concerns only the current password.
      if (error instanceof CallError && error.code === 'forbidden')
        form.setError('currentPassword', { message: error.message }, { shouldFocus: true });
      else toast({ title: 'Password Unchanged', description: error.message, tone: 'bad' });
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
