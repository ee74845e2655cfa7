import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readAgain, reading, useAction, useSite } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Section } from '#web/pages/dashboard/desk/Section.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextField } from '#web/ui/Form.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { type Invitation, invitationApi } from '../contract.ts';
import { OneTimeLink } from './OneTimeLink.tsx';

/** Invitation links; each lets one person create an account. */
export function Invitations() {
  const mode = useSite()?.signup;
  const { data } = useQuery(reading(invitationApi.list));
  const [note, setNote] = useState('');
  const invite = useAction(invitationApi.make, {
    onSuccess: () => {
      setNote('');
      void refresh();
    },
    onError: refused,
  });
  const submit = () => {
    invite.mutate({ body: { note } });
  };
  return (
    <Section title="Invitations">
      <p className="mb-3.5 max-w-[70ch] text-[0.9375rem] text-muted">{mode && modeWords[mode]}</p>
      {mode !== 'closed' && (
        <Form onSubmit={submit} className="flex max-w-xl flex-wrap items-start gap-3">
          <TextField
            label="For whom"
            note="optional"
            autoComplete="off"
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            className="min-w-0 grow basis-40"
          />
          <Button type="submit" pending={invite.isPending} className="mt-6.5 min-h-10.5">
            Create invitation
          </Button>
        </Form>
      )}
      {invite.data && (
        <OneTimeLink link={invite.data.link}>
          This link is shown once. It works for one account, until{' '}
          <AbsoluteDate value={invite.data.expiresAt} time />.
        </OneTimeLink>
      )}
      {data && data.length > 0 && (
        <ul className="mt-5 divide-y divide-line border-y border-line">
          {data.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Row({ invitation: { id, note, createdAt, expiresAt, state } }: { invitation: Invitation }) {
  const revoke = useAction(invitationApi.revoke, { onSuccess: () => void refresh(), onError: refused });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2 text-[0.9375rem]">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={state === 'open' ? 'good' : 'quiet'}>{state}</Badge>
        <span className="wrap-anywhere">{note || 'No name given'}</span>
        <span className="text-sm text-muted">
          <AbsoluteDate value={createdAt} short /> to <AbsoluteDate value={expiresAt} short />
        </span>
      </span>
      {state === 'open' && (
        <Button variant="quiet" pending={revoke.isPending} onClick={() => revoke.mutate({ params: { id } })}>
          Withdraw<span className="sr-only"> the invitation for {note || 'nobody named'}</span>
        </Button>
      )}
    </li>
  );
}

const modeWords = {
  open: 'Anyone can sign up here without an invitation.',
  invite: 'Only people with an invitation can sign up here.',
  domain:
    'People with an address at one of your domains can sign up on their own; others need an invitation.',
  closed: 'This server takes no new accounts, not even by invitation (SIGNUP=closed).',
};

const refresh = () => readAgain(invitationApi.list);
const refused = toastError('Not Done');
