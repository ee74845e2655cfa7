import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Slot } from '#kit/web.tsx';
import { accountApi } from '#shared/accounts/account.ts';
import { activityApi, type Session, sessionApi } from '#shared/accounts/session.ts';
import { CallError } from '#web/api/api.ts';
import { readAgain, reading, useAction, useMe, useSite } from '#web/api/query.ts';
import { AbsoluteDate, RelativeDate } from '#web/layout/dates.tsx';
import { useProof } from '#web/proof/useProof.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form, PasswordField } from '#web/ui/Form.tsx';
import { NewPasswordFields, useNewPasswordForm } from '#web/ui/NewPassword.tsx';
import { ReadFailed } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { showFieldErrors } from '#web/ui/useZodForm.ts';
import { DialogLine } from '../desk/Section.tsx';

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
      <PasswordField label="Current Password" {...form.field('currentPassword')} />
      <NewPasswordFields field={form.field} />
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

/** The account's security events of the last year. */
function Activity() {
  const { data, error, refetch } = useQuery({
    ...reading(activityApi.list),
    refetchOnMount: 'always',
    gcTime: 0,
  });
  if (error) return <ReadFailed title="Your activity could not be loaded" read={{ error, refetch }} />;
  if (!data) return <Skeleton className="h-24" />;
  if (!data.length) return <p className="text-muted">Nothing yet.</p>;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {data.map(({ at, what, detail, device, network }) => (
        <li key={`${at} ${what} ${detail}`} className="py-2.5">
          <p>
            {what}
            {detail && (
              <>
                : <bdi className="wrap-anywhere">{detail}</bdi>
              </>
            )}
          </p>
          <p className="text-sm text-muted">
            <AbsoluteDate value={at} time />
            {device && ` · ${device}`}
            {network && ` · ${network}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The reader's sessions, with buttons to end them. */
function Sessions() {
  // Read again at each opening, because sessions change elsewhere.
  const { data, error, refetch } = useQuery({
    ...reading(sessionApi.list),
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const here = data?.filter(({ current }) => current) ?? [];
  const elsewhere = data?.filter(({ current }) => !current) ?? [];
  const { list, endOthers, end, ending, proof } = useEnding(elsewhere.length);
  if (error) return <ReadFailed title="Your devices could not be loaded" read={{ error, refetch }} />;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <>
      <ul ref={list} tabIndex={-1} className="mt-1 divide-y divide-line border-y border-line">
        {[...here, ...elsewhere].map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            pending={ending === session.id}
            onEnd={() => end(session.id)}
          />
        ))}
      </ul>
      {elsewhere.length > 0 && (
        <Button
          variant="secondary"
          className="mt-5"
          pending={endOthers.isPending}
          onClick={() => endOthers.mutate({})}
        >
          Sign out all other devices
        </Button>
      )}
      {proof}
    </>
  );
}

/** Ends sessions. Keeps the focus in the list when a row is removed with its button. */
function useEnding(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const left = useRef(0);
  useEffect(() => {
    if (count < left.current) list.current?.focus();
    left.current = count;
  }, [count]);
  const again = () => readAgain(sessionApi.list);
  const { asks, proof } = useProof();
  const failed = toastError('Sign-out Failed');
  const one = useAction(sessionApi.end, {
    onSuccess: ({ message }) => {
      toast('good', 'Device Signed Out', message);
      return again();
    },
    onError: (error, input) => void (asks(error, () => one.mutate(input)) || failed(error)),
  });
  const endOthers = useAction(sessionApi.endOthers, {
    onSuccess: ({ message }) => {
      toast('good', 'Other Devices Signed Out', message);
      return again();
    },
    onError: (error) => void (asks(error, () => endOthers.mutate({})) || failed(error)),
  });
  return {
    list,
    endOthers,
    end: (id: string) => one.mutate({ params: { id } }),
    ending: one.isPending ? one.variables.params?.id : undefined,
    proof,
  };
}

type SessionRowProps = { session: Session; pending: boolean; onEnd: () => void };

const SessionRow = ({ session, pending, onEnd }: SessionRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">
        {session.device ?? 'Unknown browser'}
        {session.network && <span className="font-normal text-muted"> · {session.network}</span>}
      </p>
      <p className="text-sm text-muted">
        Signed in <AbsoluteDate value={session.createdAt} />, last used{' '}
        <RelativeDate value={session.lastSeenAt} />
      </p>
    </div>
    {session.current ? (
      <Badge tone="accent">This browser</Badge>
    ) : (
      <Button variant="secondary" size="small" pending={pending} onClick={onEnd}>
        Sign out<span className="sr-only">: {session.device ?? session.network}</span>
      </Button>
    )}
  </li>
);
