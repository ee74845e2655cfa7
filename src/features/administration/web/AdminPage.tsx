import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { siteApi } from '#shared/site/site.ts';
import { keyOf, queryClient, reading, useAction, useSite } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { PageTitle } from '#web/layout/Page.tsx';
import { Section } from '#web/pages/dashboard/desk/Section.tsx';
import { SignedIn } from '#web/pages/dashboard/desk/SignedIn.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextField } from '#web/ui/Form.tsx';
import { Notice, ReadFailed } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { administrationApi } from '../contract.ts';
import { Invitations } from './Invitations.tsx';
import { Overview } from './Overview.tsx';
import { Readers } from './Readers.tsx';
import { cell, Table } from './Table.tsx';

/** Everything an administrator manages. The server decides who is an administrator. */
export const AdminPage = () => (
  <SignedIn tab="Administration">
    {(me) => (me.isAdmin ? <Administration me={me} /> : <ForOthers />)}
  </SignedIn>
);

const Administration = ({ me }: { me: Me }) => (
  <>
    <PageTitle tab="Administration" className="font-serif text-3xl leading-tight font-semibold">
      Administration
    </PageTitle>
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
    <PageTitle tab="Administration" className="mb-6 font-serif text-3xl leading-tight font-semibold">
      Administration
    </PageTitle>
    <Notice>This page is for the administrators of this server.</Notice>
  </>
);

/** The audit log of administrators, newest first. */
function Acts() {
  const { data, error, refetch } = useQuery(reading(administrationApi.acts));
  return (
    <Section title="Audit log">
      {data ? (
        <Table
          label="Acts of administrators, newest first"
          heads={['When', 'Who', 'Did', 'To', 'From']}
          none="Nothing has been done yet."
        >
          {data.map(({ id, at, actor, action, subject, detail, network }) => (
            <tr key={id}>
              <td className={`${cell} whitespace-nowrap`}>
                <AbsoluteDate value={at} time weekday={false} short />
              </td>
              <td className={`${cell} whitespace-nowrap`}>
                {actor ?? (network ? 'deleted account' : 'command line')}
              </td>
              <td className={`${cell} min-w-52`}>
                {action}
                {detail && <span className="text-muted">: {detail}</span>}
              </td>
              <td className={`${cell} whitespace-nowrap`}>{subject ?? '–'}</td>
              <td className={`${cell} whitespace-nowrap text-muted`}>{network ?? '–'}</td>
            </tr>
          ))}
        </Table>
      ) : error ? (
        <ReadFailed title="The audit log could not be loaded" read={{ error, refetch }} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
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
      void queryClient.invalidateQueries({ queryKey: keyOf(siteApi.read) });
      toast({ title: 'Banner Saved', description: message, tone: 'good' });
    },
    onError: toastError('Not Done'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate({ body: { text } });
  };
  return (
    <Section title="Banner">
      <Form onSubmit={submit} className="flex max-w-xl flex-wrap items-start gap-3">
        <TextField
          label="Text for all readers"
          hint="Plain text. Leave it empty to show none."
          autoComplete="off"
          maxLength={300}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
          className="min-w-0 grow basis-40"
        />
        <Button type="submit" variant="secondary" pending={set.isPending} className="mt-6.5 min-h-10.5">
          Save
        </Button>
      </Form>
    </Section>
  );
}
