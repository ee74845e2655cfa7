import { useState } from 'react';
import { leaveApi } from '#shared/privacy/leave.ts';
import { storedData } from '#shared/privacy/stored.ts';
import { useAction, useMe, useSite } from '#web/api/api.ts';
import { forgetVisit } from '#web/api/session.ts';
import { useProof } from '#web/proof/useProof.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Actions, Button, ButtonAnchor, Form, PasswordField } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/Notice.tsx';
import { saveAsFile } from '#web/ui/saveAsFile.ts';
import { ActionRow } from '../desk/Section.tsx';

/** Data export and account deletion, as the privacy policy promises. */
export function YourData() {
  const [deleting, setDeleting] = useState(false);
  const { asks, proof } = useProof();
  const take = useAction(leaveApi.exportData, {
    onSuccess: (data) => saveAsFile('litwatch-data.json', data),
    onError: (error) =>
      void (asks(error, () => take.mutate({})) || toast('bad', 'Download Failed', error.message)),
  });
  return (
    <>
      <ActionRow
        hint="Everything that is stored about you, as one file"
        pending={take.isPending}
        onClick={() => take.mutate({})}
      >
        Download your data
      </ActionRow>
      <ActionRow danger hint="At once, and for good" onClick={() => setDeleting(true)}>
        Delete account
      </ActionRow>
      {deleting && <DeleteAccount onClose={() => setDeleting(false)} />}
      {proof}
    </>
  );
}

const and = new Intl.ListFormat('en-US');

/** Deletes the account for good. The reader proves who they are by password or a recent single sign-on. */
function DeleteAccount({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [message, setMessage] = useState<string>();
  const plans = useSite()?.plans ?? true;
  const asks = useMe()?.hasPassword ?? true;
  const show = (error: Error) => setMessage(error.message);
  const remove = useAction(leaveApi.deleteAccount, { onSuccess: forgetVisit, onError: show });
  const submit = () => {
    if (remove.isPending) return;
    if (asks && !password) return setMessage('Password is required');
    setMessage(undefined);
    remove.mutate({ body: asks ? { password } : {} });
  };
  if (remove.isSuccess)
    return (
      // A full page load, so that nothing of the account stays in memory.
      <Dialog open onOpenChange={() => location.assign('/')} title="Your account is deleted">
        <p>None of its data is stored any more. One last email confirms this.</p>
        <Actions>
          <ButtonAnchor href="/">Go to the homepage</ButtonAnchor>
        </Actions>
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Delete account"
      description={`${plans ? 'Your subscription ends, all' : 'All'} mail stops, and all that is stored about you is deleted at once: ${and.format(storedData.map(({ what }) => what))}. This cannot be undone.`}
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
          <Button variant="secondary" onClick={onClose}>
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
