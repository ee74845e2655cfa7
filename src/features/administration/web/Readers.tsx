import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { queryClient, reading, useAction } from '#web/api/api.ts';
import { AbsoluteDate, RelativeDate } from '#web/layout/dates.tsx';
import { Section } from '#web/pages/dashboard/desk/Section.tsx';
import { useProof } from '#web/proof/useProof.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { ConfirmDialog } from '#web/ui/Dialog.tsx';
import { Button, Form, Submit, TextField } from '#web/ui/Form.tsx';
import { toast, toastError, WhenRead } from '#web/ui/Notice.tsx';
import { type AdministeredReader, administrationApi } from '../contract.ts';
import { OneTimeLink } from './OneTimeLink.tsx';

/** Finds accounts by address and manages them. */
export function Readers({ me }: { me: Me }) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const found = reading(administrationApi.readers, { query: { search } });
  const read = useQuery({ ...found, placeholderData: keepPreviousData });
  return (
    <Section title="Readers" id="readers">
      <Form
        onSubmit={() => setSearch(text.trim())}
        className="mb-4 flex max-w-xl flex-wrap items-start gap-3"
      >
        <TextField
          label="Email contains"
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 grow basis-40"
        />
        {/* Aligned with the field, below its label. */}
        <Submit label="Search" variant="secondary" className="mt-6.5 min-h-10.5" />
      </Form>
      <WhenRead read={read} failed="The readers could not be loaded" room="h-40">
        {(data) => (
          <>
            <p role="status" className="mb-2 text-sm text-muted">
              {data.total === 1 ? '1 account' : `${data.total.toLocaleString('en-US')} accounts`}
              {data.total > data.readers.length && `, the newest ${data.readers.length} shown`}
            </p>
            <ul className="divide-y divide-line border-y border-line">
              {data.readers.map((reader) => (
                <ReaderRow key={reader.id} reader={reader} isMe={reader.id === me.id} />
              ))}
            </ul>
          </>
        )}
      </WhenRead>
    </Section>
  );
}

/** One account, with the actions open to an administrator. */
function ReaderRow({ reader, isMe }: { reader: AdministeredReader; isMe: boolean }) {
  const { id, email, createdAt, lastSeenAt, topics } = reader;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium wrap-anywhere">{email}</span>
          <Marks reader={reader} isMe={isMe} />
        </p>
        <p className="mt-0.5 text-sm text-muted">
          Since <AbsoluteDate value={createdAt} />, {topics === 1 ? '1 topic' : `${topics} topics`}
          <RelativeDate before=", last here " value={lastSeenAt} never=", not signed in" />
        </p>
      </div>
      {!isMe && <Actions key={id} reader={reader} />}
    </li>
  );
}

const Marks = ({ reader, isMe }: { reader: AdministeredReader; isMe: boolean }) => (
  <>
    {isMe && <Badge>You</Badge>}
    {reader.isAdmin && <Badge tone="accent">Administrator</Badge>}
    {!reader.isActive && <Badge tone="bad">Suspended</Badge>}
    {!reader.isVerified && <Badge tone="warn">Not confirmed</Badge>}
    {reader.mailBlocked && <Badge tone="warn">Mail held back: {reader.mailBlocked}</Badge>}
  </>
);

function Actions({ reader }: { reader: AdministeredReader }) {
  const { id, email, isActive, isAdmin } = reader;
  const [deleting, setDeleting] = useState(false);
  const { asks, proof } = useProof();
  const refused = toastError('Not Done');
  const done = (title: string, message: string) => {
    setDeleting(false);
    toast('good', title, message);
    void refresh();
  };
  const change = useAction(administrationApi.changeReader, {
    onSuccess: () => void refresh(),
    onError: (error, input) => void (asks(error, () => change.mutate(input)) || refused(error)),
  });
  const signOut = useAction(administrationApi.signOutReader, {
    onSuccess: ({ message }) => done('Signed Out', message),
    onError: (error, input) => void (asks(error, () => signOut.mutate(input)) || refused(error)),
  });
  const reset = useAction(administrationApi.resetReader, {
    onSuccess: ({ message, link }) => void (link || toast('good', 'Link Sent', message)),
    onError: (error, input) => void (asks(error, () => reset.mutate(input)) || refused(error)),
  });
  const remove = useAction(administrationApi.deleteReader, {
    onSuccess: ({ message }) => done('Account Deleted', message),
    onError: (error, input) => void (asks(error, () => remove.mutate(input)) || refused(error)),
  });
  const params = { id };
  const named = <span className="sr-only"> {email}</span>;
  return (
    <div className="min-w-0">
      <div className="-ml-3 flex flex-wrap sm:ml-0">
        <Button
          variant="quiet"
          pending={change.isPending}
          onClick={() => change.mutate({ params, body: { isActive: !isActive } })}
        >
          {isActive ? 'Suspend' : 'Readmit'}
          {named}
        </Button>
        <Button variant="quiet" onClick={() => change.mutate({ params, body: { isAdmin: !isAdmin } })}>
          {isAdmin ? 'Remove as administrator' : 'Make administrator'}
          {named}
        </Button>
        <Button variant="quiet" pending={reset.isPending} onClick={() => reset.mutate({ params })}>
          Send reset{named}
        </Button>
        <Button variant="quiet" pending={signOut.isPending} onClick={() => signOut.mutate({ params })}>
          Sign out{named}
        </Button>
        <Button variant="quiet" className="text-bad!" onClick={() => setDeleting(true)}>
          Delete{named}
        </Button>
      </div>
      {reset.data?.link && <OneTimeLink link={reset.data.link}>{reset.data.message}</OneTimeLink>}
      <ConfirmDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        title="Delete this account?"
        description={`${email}, with all topics, digests and preferences. This cannot be undone.`}
        confirm="Delete account"
        keep="Keep account"
        pending={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      />
      {proof}
    </div>
  );
}

/** An action changes the lists of readers, the figures and the audit log. */
const refresh = () =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/'),
  });
