import type { ReactNode } from 'react';
import { dateInWords, daysInWords } from '#shared/values/dates.ts';
import type { Journal, Receipt } from '../contract.ts';

/** A journal and what came of it: registered is what was received and what is missing. */
export function JournalCard({ journal, children }: { journal: Journal; children?: ReactNode }) {
  const { title, issn, lastSeen, readAt, problem, receipt, weeks } = journal;
  const seen =
    lastSeen && `last issue seen ${dateInWords(new Date(lastSeen), { zone: 'UTC', weekday: true })}`;
  return (
    <article aria-label={title} className="rounded-lg border border-line bg-sheet p-4 sm:px-6 sm:py-5">
      <h2 className="font-serif text-xl leading-tight font-semibold text-pretty">{title}</h2>
      <p className="mt-0.5 text-sm text-muted">{[`ISSN\u00a0${issn}`, seen].filter(Boolean).join(' · ')}</p>
      {readAt && (
        <>
          <p className="mt-4 font-serif text-lg tabular-nums">
            <b>{receipt.registered}</b> registered = <b>{receipt.received}</b> received +{' '}
            <b>{receipt.missing}</b> missing
          </p>
          <p className="mt-2 text-[0.9375rem]">Last five weeks: {saidOf(receipt)}</p>
          <details className="mt-3 text-sm">
            <summary className="link inline-flex min-h-6 cursor-pointer items-center rounded">
              By week
            </summary>
            <Weeks weeks={weeks} />
          </details>
        </>
      )}
      {problem && <p className="mt-3 text-sm text-warn">{problem}</p>}
      {children && <div className="mt-4 flex flex-wrap gap-2">{children}</div>}
    </article>
  );
}

const saidOf = ({ received, missing, withoutAbstract, late }: Receipt): string =>
  [
    `${withoutAbstract} of the ${received} received came without an abstract and ${withoutAbstract === 1 ? 'counts' : 'count'} by title.`,
    late && `${late} came late: published before, listed now.`,
    missing && 'What is missing is asked for again every day.',
  ]
    .filter(Boolean)
    .join(' ');

const columns = {
  registered: 'Registered',
  received: 'Received',
  withoutAbstract: 'No abstract',
  late: 'Late',
};

const Weeks = ({ weeks }: Pick<Journal, 'weeks'>) => (
  <div className="mt-2 overflow-x-auto">
    <table className="w-full tabular-nums [&_td]:text-end [&_td,&_th]:py-1 [&_td,&_th]:pr-4 [&_td,&_th]:font-normal [&_td,&_th]:whitespace-nowrap">
      <thead className="text-muted">
        <tr>
          {['Week', ...Object.values(columns)].map((name) => (
            <th key={name} scope="col" className="text-end first:text-start">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((one) => (
          <tr key={one.week} className="border-t border-line">
            <th scope="row" className="text-start">
              {daysInWords(
                new Date(one.week),
                new Date(Date.parse(one.week) + 6 * 86_400_000),
                new Date(weeks[0]!.week),
              )}
            </th>
            {Object.keys(columns).map((name) => (
              <td key={name}>{one[name as keyof typeof columns]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
