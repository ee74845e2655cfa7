import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useRef, useState } from 'react';
import { Slot } from '#kit/web.tsx';
import { activityApi, type Session, sessionApi } from '#shared/accounts/session.ts';
import { leaveApi } from '#shared/privacy/leave.ts';
import { storedData } from '#shared/privacy/stored.ts';
import { andList } from '#shared/values/words.ts';
import { readAgain, reading, useAction, useMe, useSite } from '#web/api/api.ts';
import { forgetVisit } from '#web/api/session.ts';
import { AbsoluteDate, RelativeDate } from '#web/layout/dates.tsx';
import { useProof, useSmallForm } from '#web/proof/useProof.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Actions, Button, ButtonAnchor, Form, PasswordField, Submit } from '#web/ui/Form.tsx';
import { toast, toastDone, toastError, WhenRead } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { saveAsFile } from '#web/ui/saveAsFile.ts';
import { ActionRow, DialogLine } from '../desk/Section.tsx';

const ChangePassword = lazy(async () => ({
  default: (await import('./ChangePassword.tsx')).ChangePassword,
}));

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
          {(close) => (
            <LazyPart fallback={<Skeleton className="h-88" />}>
              <ChangePassword onClose={close} />
            </LazyPart>
          )}
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

/** The account's security events of the last year. */
function Activity() {
  const read = useQuery({ ...reading(activityApi.list), ...afresh });
  return (
    <WhenRead read={read} failed="Your activity could not be loaded">
      {(acts) =>
        acts.length ? (
          <ul className="divide-y divide-line border-y border-line">
            {acts.map(({ at, what, detail, device, network }) => (
              <li key={`${at} ${what} ${detail}`} className="py-2.5">
                <p>
                  {what}
                  {detail && ': '}
                  <bdi className="wrap-anywhere">{detail}</bdi>
                </p>
                <p className="text-sm text-muted">
                  <AbsoluteDate value={at} time />
                  {device && ` · ${device}`}
                  {network && ` · ${network}`}
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">Nothing yet.</p>
        )
      }
    </WhenRead>
  );
}

/** Read again at each opening, because both change elsewhere. */
const afresh = { refetchOnMount: 'always', gcTime: 0 } as const;

/** The reader's sessions, with buttons to end them. */
function Sessions() {
  const read = useQuery({ ...reading(sessionApi.list), ...afresh });
  const elsewhere = read.data?.filter(({ current }) => !current) ?? [];
  const { list, endOthers, end, ending, proof } = useEnding(elsewhere.length);
  return (
    <WhenRead read={read} failed="Your devices could not be loaded">
      {(sessions) => (
        <>
          <ul ref={list} tabIndex={-1} className="mt-1 divide-y divide-line border-y border-line">
            {sessions
              .toSorted((a, b) => Number(b.current) - Number(a.current))
              .map((session) => (
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
      )}
    </WhenRead>
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
    onSuccess: toastDone('Device Signed Out', again),
    onError: (error, input) => void (asks(error, () => one.mutate(input)) || failed(error)),
  });
  const endOthers = useAction(sessionApi.endOthers, {
    onSuccess: toastDone('Other Devices Signed Out', again),
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

/** Deletes the account for good. The reader proves who they are by password or a recent single sign-on. */
function DeleteAccount({ onClose }: { onClose: () => void }) {
  const plans = useSite()?.plans ?? true;
  const asks = useMe()?.hasPassword ?? true;
  const { wishes, change, message, action, submit, proof } = useSmallForm(leaveApi.deleteAccount, {
    empty: { password: '' },
    bodyOf: (wishes) => (asks ? wishes : {}),
    onDone: forgetVisit,
  });
  if (action.isSuccess)
    return (
      // A full page load, so that nothing of the account stays in memory.
      <Dialog onClose={() => location.assign('/')} title="Your account is deleted">
        <p>None of its data is stored any more. One last email confirms this.</p>
        <Actions>
          <ButtonAnchor href="/">Go to the homepage</ButtonAnchor>
        </Actions>
      </Dialog>
    );
  return (
    <Dialog
      onClose={onClose}
      title="Delete account"
      description={`${plans ? 'Your subscription ends, all' : 'All'} mail stops, and all that is stored about you is deleted at once: ${andList(storedData.map(({ what }) => what))}. This cannot be undone.`}
    >
      <Form onSubmit={submit}>
        {asks ? (
          <PasswordField
            label="Password"
            value={wishes.password}
            error={message}
            onChange={(event) => change({ password: event.target.value })}
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
          <Submit label="Delete account" variant="danger" pending={action.isPending} />
        </div>
      </Form>
      {proof}
    </Dialog>
  );
}
