import { useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useRef } from 'react';
import { Slot } from '#kit/web.tsx';
import { activityApi, type Session, sessionApi } from '#shared/accounts/session.ts';
import { readAgain, reading, useAction, useMe, useSite } from '#web/api/api.ts';
import { AbsoluteDate, RelativeDate } from '#web/layout/dates.tsx';
import { useProof } from '#web/proof/useProof.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { Button } from '#web/ui/Form.tsx';
import { toastDone, toastError, WhenRead } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { DialogLine } from '../desk/Section.tsx';

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
