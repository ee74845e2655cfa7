import { useRef, useState } from 'react';
import { mailToolApi } from '#shared/mail/mailTool.ts';
import { email } from '#shared/values/fields.ts';
import { useAction } from '#web/api/api.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Actions, Button, TextField } from '#web/ui/Form.tsx';
import { toast, toastDone, toastError } from '#web/ui/Notice.tsx';
import { MailboxLink } from '../auth/AccountCreated.tsx';

/** The developer's mail tool. The server decides who may use it. */
export function TestEmailPage() {
  const field = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string>();
  const send = useAction(mailToolApi.testEmail, outcome);

  const press = (type: 'welcome' | 'digest') => {
    const given = email.safeParse(address);
    const problem = given.success
      ? undefined
      : address.trim()
        ? given.error.issues[0]!.message
        : 'Please enter an email address';
    setError(problem);
    if (problem) {
      toast('bad', 'Error', problem);
      field.current?.focus();
    } else send.mutate({ body: { email: address, type } });
  };

  return (
    <CenteredPage
      title="Email testing"
      lead="Sends sample emails, to check how they look and whether they arrive."
    >
      <div className="mt-7 space-y-5">
        <TextField
          ref={field}
          label="Email"
          type="email"
          autoComplete="email"
          value={address}
          error={error}
          onChange={(event) => setAddress(event.target.value)}
        />
        <Actions className="">
          <Button onClick={() => press('welcome')} pending={send.isPending}>
            Send Welcome Email
          </Button>
          <Button onClick={() => press('digest')} pending={send.isPending}>
            Send Sample Digest
          </Button>
        </Actions>
        <TriggerDigests />
        <MailboxLink />
      </div>
    </CenteredPage>
  );
}

/** Runs the check for due digests now instead of within a minute. */
function TriggerDigests() {
  const trigger = useAction(mailToolApi.triggerDigest, outcome);
  return (
    <div className="border-t border-line pt-5">
      <p className="mb-4 text-[0.9375rem] text-muted">
        Looks for digests that are due now, as the schedule does every minute. None is sent twice.
      </p>
      <Actions className="">
        <Button variant="secondary" onClick={() => trigger.mutate({})} pending={trigger.isPending}>
          Trigger Weekly Digest
        </Button>
      </Actions>
    </div>
  );
}

/** The report of either call. */
const outcome = {
  onSuccess: toastDone('Done'),
  onError: toastError('Error'),
};
