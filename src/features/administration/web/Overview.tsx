import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reading } from '#web/api/query.ts';
import { AbsoluteDate, RelativeDate } from '#web/layout/dates.tsx';
import { Section } from '#web/pages/dashboard/desk/Section.tsx';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ReadFailed } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { administrationApi, type Overview as Data } from '../contract.ts';
import { cell, Table } from './Table.tsx';

/** The server's health and usage figures. */
export function Overview() {
  const { data, error, isFetching, refetch } = useQuery(reading(administrationApi.overview));
  const again = (
    <Button variant="quiet" pending={isFetching} onClick={() => void refetch()}>
      Refresh
    </Button>
  );
  return (
    <Section title="Server" aside={again}>
      {data ? (
        <Figures data={data} />
      ) : error ? (
        <ReadFailed title="The figures could not be loaded" read={{ error, refetch }} />
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
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
    <Part title="Sources">
      <Table label="Sources" heads={['Source', 'Last reading', 'Read in full', 'What happened']} none="">
        {data.sources.map(({ name, status, lastComplete, sentence }) => (
          <tr key={name}>
            <td className={cell}>{name}</td>
            <td className={cell}>
              <Badge tone={tones[status ?? 'failed']}>{status ?? 'never read'}</Badge>
            </td>
            <td className={`${cell} whitespace-nowrap`}>
              {lastComplete ? <RelativeDate value={lastComplete} /> : 'never'}
            </td>
            <td className={`${cell} text-muted`}>{sentence ?? '–'}</td>
          </tr>
        ))}
      </Table>
    </Part>
    <Part title="Queue">
      <Table label="Queue" heads={['Queue', 'Due', 'Running', 'Oldest']} none="Nothing is due or running.">
        {data.queues.map(({ queue, waiting, active, oldestSeconds }) => (
          <tr key={queue}>
            <td className={cell}>{queue}</td>
            <td className={cell}>{waiting}</td>
            <td className={cell}>{active}</td>
            <td className={cell}>{waiting ? `${oldestSeconds} s` : '–'}</td>
          </tr>
        ))}
      </Table>
    </Part>
    <Part title="Delivery problems">
      <Table
        label="Delivery problems"
        heads={['Reader', 'When', 'Reason']}
        none="No mail came back or was refused."
      >
        {data.deliveryProblems.map(({ email, at, reason }) => (
          <tr key={`${email} ${at} ${reason}`}>
            <td className={`${cell} whitespace-nowrap`}>{email}</td>
            <td className={`${cell} whitespace-nowrap`}>{at ? <AbsoluteDate value={at} short /> : '–'}</td>
            <td className={cell}>{reason}</td>
          </tr>
        ))}
      </Table>
    </Part>
    {data.models && (
      <Part title="Models, last two weeks">
        <Table label="Models" heads={['Day (UTC)', 'Calls', 'Tokens', 'Cost']} none="No model was asked.">
          {data.models.map(({ day, calls, tokens, dollars }) => (
            <tr key={day}>
              <td className={cell}>{day}</td>
              <td className={cell}>{calls.toLocaleString('en-US')}</td>
              <td className={cell}>{tokens.toLocaleString('en-US')}</td>
              <td className={cell}>${dollars.toFixed(2)}</td>
            </tr>
          ))}
        </Table>
      </Part>
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

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-2 font-serif text-[1.0625rem] font-semibold">{title}</h3>
    {children}
  </div>
);
