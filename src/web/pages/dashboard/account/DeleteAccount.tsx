import { type FormEvent, useState } from 'react';
import { leaveApi } from '#shared/privacy/leave.ts';
import { useAction, useMe, useSite } from '#web/api/query.ts';
import { forgetVisit } from '#web/api/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form, PasswordField } from '#web/ui/Form.tsx';

/** Deletes the account for good. The reader proves who they are by password or a recent single sign-on. */
export function DeleteAccount({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<string>();
  const plans = useSite()?.plans ?? true;
  const asks = useMe()?.hasPassword ?? true;
  const remove = useAction(leaveApi.deleteAccount, {
    onSuccess: () => {
      forgetVisit();
      // A full page load, so that nothing of the account stays in memory.
      location.assign('/');
    },
    onError: (error) => setMessage(error.message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (remove.isPending) return;
    if (asks && !password) return setMessage('Password is required');
    setMessage(undefined);
    remove.mutate({ body: asks ? { password } : {} });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        setPassword('');
        setMessage(undefined);
      }}
      title="Delete account"
      description={`${plans ? 'Your subscription ends, all' : 'All'} mail stops, and your search terms, digests and preferences are deleted at once. This cannot be undone.`}
    >
      <Form onSubmit={submit}>
        {asks ? (
          <PasswordField
            label="Password"
            value={password}
            error={message}
            onChange={(event) => setPassword(event.target.value)}
          />
        ) : (
          <p role="alert" className="text-[0.9375rem] text-bad empty:hidden">
            {message}
          </p>
        )}
        <div className="mt-6 flex flex-wrap-reverse justify-end gap-3 max-sm:*:grow">
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Keep account
          </Button>
          <Button type="submit" variant="danger" pending={remove.isPending}>
            Delete account
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
