import { useQuery } from '@tanstack/react-query';
import { administrationApi } from '#shared/accounts/administration.ts';
import { reading } from '#web/api/query.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { ErrorState } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { Section } from '../dashboard/desk/Section.tsx';
import { cell, Table } from './Table.tsx';

/** The audit log of administrators, newest first. */
export function Acts() {
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
        <ErrorState title="The audit log could not be loaded" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </Section>
  );
}
