import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Session, sessionApi } from '#shared/accounts/session.ts';
import { readAgain, reading, useAction } from '#web/api/query.ts';
import { AbsoluteDate, RelativeDate } from '#web/layout/dates.tsx';
import { useProof } from '#web/proof/useProof.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ReadFailed } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

/** The reader's sessions, with buttons to end them. */
export function Sessions() {
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

interface SessionRowProps {
  session: Session;
  pending: boolean;
  onEnd: () => void;
}

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
