import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { siteApi } from '#shared/site/site.ts';
import { readAgain, reading, useAction, useSite } from '#web/api/api.ts';
import { AbsoluteDate, RelativeDate } from '#web/layout/dates.tsx';
import { PageTitle } from '#web/layout/Page.tsx';
import { Section } from '#web/pages/dashboard/desk/Section.tsx';
import { SignedIn } from '#web/pages/dashboard/desk/SignedIn.tsx';
import { useSmallForm } from '#web/proof/useProof.tsx';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { Button, Form, Submit, TextField } from '#web/ui/Form.tsx';
import { Notice, toast, toastError, WhenRead } from '#web/ui/Notice.tsx';
import { Table } from '#web/ui/Table.tsx';
import { administrationApi, type Overview as Data, type Invitation, invitationApi } from '../contract.ts';
import { OneTimeLink } from './OneTimeLink.tsx';
import { Readers } from './Readers.tsx';

/** Everything an administrator manages. The server decides who is an administrator. */
export const AdminPage = () => (
  <SignedIn tab="Administration">
    {(me) => (me.isAdmin ? <Administration me={me} /> : <ForOthers />)}
  </SignedIn>
);

const Administration = ({ me }: { me: Me }) => (
  <>
    {title}
    <div className="mt-9 space-y-12">
      <Overview />
      <Readers me={me} />
      <Invitations />
      <Banner />
      <Acts />
    </div>
  </>
);

const ForOthers = () => (
  <>
    {title}
    <Notice className="mt-6">This page is for the administrators of this server.</Notice>
  </>
);

const title = (
  <PageTitle tab="Administration" className="font-serif text-3xl leading-tight font-semibold">
    Administration
  </PageTitle>
);

/** The audit log of administrators, newest first. */
function Acts() {
  const read = useQuery(reading(administrationApi.acts));
  return (
    <Section title="Audit log">
      <WhenRead read={read} failed="The audit log could not be loaded" room="h-32">
        {(acts) => (
          <Table
            label="What administrators did, newest first"
            heads={['When', 'Who', 'Did', 'To', 'From']}
            none="Nothing has been done yet."
            rows={acts.map(({ at, actor, action, subject, detail, network }) => [
              <AbsoluteDate key={at} value={at} time weekday={false} short />,
              actor ?? (network ? 'deleted account' : 'command line'),
              detail ? `${action}: ${detail}` : action,
              subject,
              network,
            ])}
          />
        )}
      </WhenRead>
    </Section>
  );
}

/** The announcement that every reader sees above the pages. */
function Banner() {
  const shown = useSite()?.banner ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? shown;
  const set = useAction(administrationApi.setBanner, {
    onSuccess: ({ message }) => {
      setTyped(null);
      void readAgain(siteApi.read);
      toast('good', 'Banner Saved', message);
    },
    onError: toastError('Not Done'),
  });
  return (
    <Section title="Banner">
      <Form
        onSubmit={() => set.mutate({ body: { text } })}
        className="flex max-w-xl flex-wrap items-start gap-3"
      >
        <TextField
          label="Text for all readers"
          hint="Plain text. Leave it empty to show none."
          autoComplete="off"
          maxLength={300}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 grow basis-40"
        />
        <Submit label="Save" variant="secondary" pending={set.isPending} className="mt-6.5 min-h-10.5" />
      </Form>
    </Section>
  );
}

/** The server's health and usage figures. */
function Overview() {
  const read = useQuery(reading(administrationApi.overview));
  const again = (
    <Button variant="quiet" pending={read.isFetching} onClick={() => void read.refetch()}>
      Refresh
    </Button>
  );
  return (
    <Section title="Server" aside={again}>
      <WhenRead read={read} failed="The figures could not be loaded" room="h-64">
        {(data) => <Figures data={data} />}
      </WhenRead>
    </Section>
  );
}

const Figures = ({ data }: { data: Data }) => (
  <div className="space-y-8">
    <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
      <Figure name="Readers">
        {data.readers.all}
        <Small>
          {data.readers.newThisWeek} new this week, {data.readers.suspended} suspended
        </Small>
      </Figure>
      <Figure name="Digests of the last week">
        {data.mails.sent} mailed
        <Small>
          {data.mails.waiting} waiting, {data.mails.inDoubt} in doubt, {data.mails.refused} refused
        </Small>
      </Figure>
      <Figure name="Version">
        {data.version}
        <Small>Node {data.node}</Small>
      </Figure>
      <Figure name="Database">
        <span className="text-base">{data.database}</span>
      </Figure>
    </dl>
    <Part
      title="Sources"
      heads={['Source', 'Last reading', 'Read in full', 'What happened']}
      none=""
      rows={data.sources.map(({ name, status, lastComplete, sentence }) => [
        name,
        <Badge key={name} tone={tones[status ?? 'failed']}>
          {status ?? 'never read'}
        </Badge>,
        lastComplete ? <RelativeDate key="read" value={lastComplete} /> : 'never',
        sentence,
      ])}
    />
    <Part
      title="Queue"
      heads={['Queue', 'Due', 'Running', 'Oldest']}
      none="Nothing is due or running."
      rows={data.queues.map(({ queue, waiting, active, oldestSeconds }) => [
        queue,
        waiting,
        active,
        waiting ? `${oldestSeconds} s` : null,
      ])}
    />
    <Part
      title="Delivery problems"
      heads={['Reader', 'When', 'Reason']}
      none="No mail came back or was refused."
      rows={data.deliveryProblems.map(({ email, at, reason }) => [
        email,
        at && <AbsoluteDate value={at} short />,
        reason,
      ])}
    />
    {data.models && (
      <Part
        title="Models, last two weeks"
        heads={['Day (UTC)', 'Calls', 'Tokens', 'Cost']}
        none="No model was asked."
        rows={data.models.map(({ day, calls, tokens, dollars }) => [
          day,
          calls.toLocaleString('en-US'),
          tokens.toLocaleString('en-US'),
          `$${dollars.toFixed(2)}`,
        ])}
      />
    )}
  </div>
);

const tones: Record<NonNullable<Data['sources'][number]['status']>, Tone> = {
  running: 'accent',
  complete: 'good',
  partial: 'warn',
  failed: 'bad',
};

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-0.5 font-serif text-2xl font-semibold">{children}</dd>
  </div>
);

const Small = ({ children }: { children: ReactNode }) => (
  <span className="mt-0.5 block font-sans text-sm font-normal text-muted">{children}</span>
);

type PartProps = { title: string; heads: string[]; none: string; rows: ReactNode[][] };

const Part = ({ title, ...table }: PartProps) => (
  <div>
    <h3 className="mb-2 font-serif text-[1.0625rem] font-semibold">{title}</h3>
    <Table label={title} {...table} />
  </div>
);

/** Invitation links; each lets one person create an account. */
function Invitations() {
  const mode = useSite()?.signup;
  const { data } = useQuery(reading(invitationApi.list));
  const { wishes, change, message, action, submit, proof } = useSmallForm(invitationApi.make, {
    empty: { note: '' },
    bodyOf: (wishes) => wishes,
    onDone: refresh,
  });
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
            value={wishes.note}
            error={message}
            onChange={(event) => change({ note: event.target.value })}
            className="min-w-0 grow basis-40"
          />
          <Submit label="Create invitation" pending={action.isPending} className="mt-6.5 min-h-10.5" />
        </Form>
      )}
      {proof}
      {action.data && (
        <OneTimeLink link={action.data.link}>
          This link is shown once. It works for one account, until{' '}
          <AbsoluteDate value={action.data.expiresAt} time />.
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
