import { ChevronRight, Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { leaveApi } from '#shared/privacy/leave.ts';
import { useAction, useMe, useSite } from '#web/api/query.ts';
import { forgetVisit } from '#web/api/session.ts';
import { useProof } from '#web/proof/useProof.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form, PasswordField } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { actionRow, actionRows, Section } from '../desk/Section.tsx';

/** Data export and account deletion, as the privacy policy promises. */
export function YourData() {
  const [deleting, setDeleting] = useState(false);
  const { asks, proof } = useProof();
  const take = useAction(leaveApi.exportData, {
    onSuccess: saveAsFile,
    onError: (error) =>
      void (
        asks(error, () => take.mutate({})) ||
        toast({ title: 'Download Failed', description: error.message, tone: 'bad' })
      ),
  });
  return (
    <Section title="Your Data" minor>
      <ul className={actionRows}>
        <li>
          <button
            type="button"
            className={actionRow}
            disabled={take.isPending}
            onClick={() => take.mutate({})}
          >
            Download your data
            <Download className="size-4" aria-hidden="true" />
          </button>
        </li>
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            className={`${actionRow} text-bad`}
            onClick={() => setDeleting(true)}
          >
            Delete account
            <ChevronRight className="size-4" aria-hidden="true" />
          </button>
        </li>
      </ul>
      {deleting && <DeleteAccount onClose={() => setDeleting(false)} />}
      {proof}
    </Section>
  );
}

function saveAsFile(data: object): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  link.download = 'litwatch-data.json';
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Deletes the account for good. The reader proves who they are by password or a recent single sign-on. */
function DeleteAccount({ onClose }: { onClose: () => void }) {
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
      open
      onOpenChange={onClose}
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
