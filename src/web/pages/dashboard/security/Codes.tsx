import { type FormEvent, useState } from 'react';
import { type SecondStep, secondStepApi } from '#shared/accounts/secondStep.ts';
import { useAction } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { useProof } from '#web/proof/useProof.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextField } from '#web/ui/Form.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { toast } from '#web/ui/toast.tsx';
import { QrCode } from './QrCode.tsx';
import { type OpenProps, SecondStepDialog } from './SecondStepDialog.tsx';
import { useSecondStepChanged } from './useSecondStep.ts';

/** Sets up an authenticator app and recovery codes. */
export const Codes = (dialog: OpenProps) => (
  <SecondStepDialog
    {...dialog}
    title="Two-step sign-in"
    description="A code from an app on your phone in addition to your password, so that a stolen password alone is not enough."
    failed="This could not be loaded"
    height="h-33"
  >
    {(state, show) => (
      <>
        {state.codesSince ? <On since={state.codesSince} /> : <Off onMade={show} />}
        {(state.codesSince || state.passkeys.length > 0) && <Recovery state={state} onMade={show} />}
      </>
    )}
  </SecondStepDialog>
);

const failed = ({ message }: Error) => toast({ title: 'Nothing Changed', description: message, tone: 'bad' });

function On({ since }: { since: string }) {
  const { asks, proof } = useProof();
  const changed = useSecondStepChanged();
  const remove = useAction(secondStepApi.removeCodes, {
    onSuccess: ({ message }) => {
      toast({ title: 'Codes Turned Off', description: message, tone: 'good' });
      return changed();
    },
    onError: (error) => void (asks(error, () => remove.mutate({})) || failed(error)),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        Codes have been on since <AbsoluteDate value={since} />.
      </p>
      <Button variant="danger" size="small" pending={remove.isPending} onClick={() => remove.mutate({})}>
        Turn codes off
      </Button>
      {proof}
    </div>
  );
}

function Off({ onMade }: { onMade: (codes: string[] | null) => void }) {
  const { asks, proof } = useProof();
  const begin = useAction(secondStepApi.beginCodes, {
    onError: (error) => void (asks(error, () => begin.mutate({})) || failed(error)),
  });
  return (
    <div>
      {begin.data ? (
        <SetUp {...begin.data} onMade={onMade} />
      ) : (
        <>
          <p>
            Any authenticator app will do, such as the one on your phone, in your password manager, or from
            your institution.
          </p>
          <Button className="mt-4" pending={begin.isPending} onClick={() => begin.mutate({})}>
            Set up codes
          </Button>
          {/* The dialog grows once, with the press, and not again when the code arrives. */}
          {begin.isPending && <Skeleton className="mt-4 h-77" />}
        </>
      )}
      {proof}
    </div>
  );
}

interface SetUpProps {
  secret: string;
  address: string;
  onMade: (codes: string[] | null) => void;
}

function SetUp({ secret, address, onMade }: SetUpProps) {
  const [code, setCode] = useState('');
  const [message, setMessage] = useState<string>();
  const { asks, proof } = useProof();
  const changed = useSecondStepChanged();
  const confirm = useAction(secondStepApi.confirmCodes, {
    onSuccess: ({ recoveryCodes, message }) => {
      onMade(recoveryCodes);
      toast({ title: 'Codes Turned On', description: message, tone: 'good' });
      return changed();
    },
    onError: (error, input) => void (asks(error, () => confirm.mutate(input)) || setMessage(error.message)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirm.isPending) return;
    if (!code.trim()) return setMessage('Please enter the code');
    setMessage(undefined);
    confirm.mutate({ body: { code } });
  };
  return (
    <div className="space-y-5">
      <ol className="list-decimal space-y-4 pl-5 marker:text-muted">
        <li>
          <p className="mb-3">Scan this with your app.</p>
          <QrCode text={address} label="QR code of the secret for your app" />
          <p className="mt-3 text-sm text-muted">
            Or type this in:{' '}
            <code className="font-mono text-ink wrap-anywhere">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <p className="mt-1 text-sm">
            <a className="link alone rounded" href={address}>
              Open it in an app on this device
            </a>
          </p>
        </li>
        <li>Enter the code that the app is showing.</li>
      </ol>
      <Form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
        <TextField
          label="Code"
          value={code}
          error={message}
          maxLength={60}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="min-w-48 grow"
          onChange={(event) => setCode(event.target.value)}
        />
        <Button type="submit" pending={confirm.isPending}>
          Turn codes on
        </Button>
      </Form>
      {proof}
    </div>
  );
}

function Recovery({ state, onMade }: { state: SecondStep; onMade: (codes: string[]) => void }) {
  const { asks, proof } = useProof();
  const changed = useSecondStepChanged();
  const renew = useAction(secondStepApi.renewRecoveryCodes, {
    onSuccess: ({ recoveryCodes }) => {
      onMade(recoveryCodes);
      return changed();
    },
    onError: (error) => void (asks(error, () => renew.mutate({})) || failed(error)),
  });
  const left = state.recoveryCodesLeft;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <p className={left < 3 ? 'text-bad' : ''}>
        {left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`}
      </p>
      <Button variant="secondary" size="small" pending={renew.isPending} onClick={() => renew.mutate({})}>
        Make new recovery codes
      </Button>
      {proof}
    </div>
  );
}
