import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SecondStepNeeded } from '#shared/accounts/account.ts';
import type { Me } from '#shared/accounts/me.ts';
import { signInStepApi } from '#shared/accounts/secondStep.ts';
import { useAction } from '#web/api/query.ts';
import { knowsPasskeys } from '#web/proof/passkey.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextField } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { usePasskeySignIn } from './usePasskeySignIn.ts';

interface SecondStepProps {
  needed: SecondStepNeeded;
  onSignedIn: (user: Me) => void;
  onBack: () => void;
}

/** The step after the right password: a code from the app, a passkey, or a recovery code. */
export function SecondStep({ needed, onSignedIn, onBack }: SecondStepProps) {
  const [code, setCode] = useState('');
  const [message, setMessage] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const withCode = useAction(signInStepApi.withCode, {
    onSuccess: ({ user }) => onSignedIn(user),
    onError: (error) => setMessage(error.message),
  });
  const passkey = usePasskeySignIn(onSignedIn);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (withCode.isPending) return;
    if (!code.trim()) return setMessage('Please enter the code');
    setMessage(undefined);
    withCode.mutate({ body: { code } });
  };
  return (
    <div className="mt-6 space-y-5">
      <Notice title="One more step">
        <p className="mt-0.5">
          {needed.codes
            ? 'Your password was right. Enter the code that your app is showing.'
            : 'Your password was right. Use one of your passkeys.'}
        </p>
      </Notice>
      {needed.passkeys && knowsPasskeys() && (
        <Button
          variant={needed.codes ? 'secondary' : 'primary'}
          className="w-full"
          pending={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          <KeyRound className="size-4" aria-hidden="true" />
          Use a passkey
        </Button>
      )}
      {passkey.isError && <Notice tone="bad">{passkey.error.message}</Notice>}
      <Form className="space-y-5" onSubmit={submit}>
        <TextField
          ref={field}
          label={needed.codes ? 'Code' : 'Recovery code'}
          hint={needed.codes ? 'Six digits from your app, or one of your recovery codes.' : undefined}
          value={code}
          error={message}
          maxLength={60}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
        />
        <Button
          type="submit"
          variant={needed.codes ? 'primary' : 'secondary'}
          className="w-full"
          pending={withCode.isPending}
        >
          Continue
        </Button>
      </Form>
      <p className="text-[0.9375rem] text-muted">
        <button type="button" className="link min-h-6 rounded" onClick={onBack}>
          Back to the password
        </button>
      </p>
    </div>
  );
}
