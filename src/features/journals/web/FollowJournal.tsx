import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SlotProps } from '#kit/web.tsx';
import { dateInWords, daysInWords } from '#shared/values/dates.ts';
import { readAgain, reading, useAction } from '#web/api/api.ts';
import { showFollowed, useTopics } from '#web/pages/dashboard/desk/topicActions.ts';
import { Button } from '#web/ui/Form.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { Notice, toastError } from '#web/ui/Notice.tsx';
import { Table } from '#web/ui/Table.tsx';
import { type Journal, journalApi, type Receipt } from '../contract.ts';

/** Texts that name no journal: long ones, and identifiers of other things. */
const isOther = (text: string): boolean =>
  text.split(/\s+/).length > 10 || /^(?:https?:|doi:|10\.\d{4}|\d{4}-\d{4}-\d{4}-)/i.test(text);

type Ways = SlotProps<'followWays'>;

/** On the page that asks what to follow: the journals that a text may mean, or a list of ISSNs. */
export function FollowJournal({ me, text }: Ways) {
  const lines = text.split(/\s*\n\s*/).filter((line) => /^(?:ISSN\W*)?\d{4}-?\d{3}[\dX]$/i.test(line));
  const isList = text.includes('\n');
  const found = reading(journalApi.find, { query: { q: text } });
  const { data, error } = useQuery({ ...found, enabled: !isList && !isOther(text) });
  if (error)
    return (
      <Notice tone="warn" title="No journal was looked up">
        {error.message}
      </Notice>
    );
  if (isList)
    return lines.length > 0 && <Follow me={me} issns={lines} label={`Follow ${lines.length} journals`} />;
  return data?.journals.map((journal) => (
    <section key={journal.issn} aria-label={`Journal: ${journal.title}`}>
      <p className="mb-2 text-sm">
        Read as <b>a journal</b>: {journal.title}
      </p>
      <JournalCard journal={journal}>
        <Follow me={me} issns={[journal.issn]} label="Follow this journal" />
      </JournalCard>
    </section>
  ));
}

/** Follows journals by themselves, or adds them to a topic. */
function Follow({ me, issns, label }: { me: Ways['me']; issns: string[]; label: string }) {
  const topics = useTopics(me).data?.filter(({ kind }) => !kind) ?? [];
  const { mutate, isPending } = useAction(journalApi.follow, {
    onSuccess: ({ message, topics }) =>
      showFollowed(me, message, topics.length > 1 ? '/dashboard' : `/topics/${topics[0]}`),
    onError: toastError('Not Followed'),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button pending={isPending} onClick={() => mutate({ body: { issns } })}>
        {label}
      </Button>
      {topics.length > 0 && (
        <Menu variant="secondary" label="Only with a topic" button="Only with a topic">
          {topics.map(({ id, term }) => (
            <MenuItem key={id} onClick={() => mutate({ body: { issns, topicId: id } })}>
              “{term.slice(0, 60)}”
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}

/** On a topic's page: its journals with their receipts. */
export function TopicJournals({ topic }: SlotProps<'followed'>) {
  const input = { params: { id: topic.id } };
  const { data } = useQuery({
    ...reading(journalApi.ofTopic, input),
    // One that was just followed is being read.
    refetchInterval: ({ state: { status, data } }) =>
      status !== 'error' && data?.journals.some((one) => !one.readAt && !one.problem) ? 2_000 : false,
  });
  const { mutate } = useAction(journalApi.drop, {
    onSuccess: () => readAgain(journalApi.ofTopic, input),
    onError: toastError('Not Removed'),
  });
  if (!data?.journals.length) return null;
  return (
    <div className="space-y-3">
      {data.journals.map((journal) => (
        <JournalCard key={journal.issn} journal={journal}>
          {!topic.kind && (
            <Button variant="quiet" onClick={() => mutate({ params: { id: topic.id, issn: journal.issn } })}>
              Remove from this topic
            </Button>
          )}
        </JournalCard>
      ))}
    </div>
  );
}

/** A journal and what came of it: registered is what was received and what is missing. */
function JournalCard({ journal, children }: { journal: Journal; children?: ReactNode }) {
  const { title, issn, lastSeen, readAt, problem, receipt, weeks } = journal;
  const seen =
    lastSeen && `last issue seen ${dateInWords(new Date(lastSeen), { zone: 'UTC', weekday: true })}`;
  return (
    <article aria-label={title} className="rounded-lg border border-line bg-sheet p-4 sm:px-6 sm:py-5">
      <h2 className="font-serif text-xl leading-tight font-semibold text-pretty">{title}</h2>
      <p className="mt-0.5 text-sm text-muted">{[`ISSN\u00a0${issn}`, seen].filter(Boolean).join(' · ')}</p>
      {readAt && (
        <>
          <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 border-y border-line py-3 text-sm text-muted tabular-nums">
            {(['registered', 'received', 'missing'] as const).map((word, at) => (
              <span key={word}>
                <b className="block font-serif text-2xl text-ink">{receipt[word]}</b> {word}
                {[' =', ' +'][at]}{' '}
              </span>
            ))}
          </p>
          <p className="mt-2 text-[0.9375rem]">Last five weeks: {saidOf(receipt)}</p>
          <details className="mt-3 text-sm">
            <summary className="link inline-flex min-h-6 cursor-pointer items-center rounded">
              By week
            </summary>
            <Table
              label="By week"
              heads={['Week', 'Registered', 'Received', 'No abstract', 'Late']}
              none=""
              rows={weeks.map((one) => [
                daysOf(one, weeks),
                one.registered,
                one.received,
                one.withoutAbstract,
                one.late,
              ])}
            />
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

/** The days of a week in words, with the year where it is not this week's. */
const daysOf = ({ week }: Journal['weeks'][number], [latest]: Journal['weeks']) => {
  const from = new Date(week);
  return daysInWords(from, new Date(from.getTime() + 6 * 86_400_000), new Date(latest!.week));
};
