import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { type Desk, deskApi, type ReaderPaper } from '#shared/shelf/paperState.ts';
import { call, keyOf, queryClient } from '#web/api/api.ts';
import { visit } from '#web/api/storage.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { type PaperGroup, PapersPane } from '#web/papers/PapersPane.tsx';
import type { Answers } from '#web/papers/useAnswers.ts';
import { useReading } from '#web/papers/useReading.ts';
import { Button } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { offerAfter } from './offer.tsx';

type NewPapersProps = { me: Me; desk: Desk; answers: Answers; zone: string | undefined };

/** New papers, best first in each digest, and the lists of kept and done ones. */
export function NewPapers({ me, desk, answers, zone }: NewPapersProps) {
  const list = useDeskList(me.id, desk, answers.sent);
  const reading = useReading(list.papers, { more: list.more, remembered: `reading ${me.id}` });
  const counts = {
    new: desk.unread + answers.grownBy('new'),
    kept: desk.kept + answers.grownBy('kept'),
    done: desk.done + answers.grownBy('done'),
  };
  // New papers by digest, others in one group.
  const groups: PaperGroup[] =
    list.name === 'new'
      ? [...Map.groupBy(list.papers, ({ digestId }) => digestId)].map(([id, papers]) => ({
          key: id ?? '',
          papers,
          head: <DigestHead paper={papers[0]!} zone={zone} />,
        }))
      : [{ key: list.name, label: `${deskLists[list.name]} papers`, papers: list.papers }];
  return (
    <section aria-label="Papers" className="mb-10">
      <PapersPane
        {...{ reading, answers, groups }}
        head={<DeskListChoice shown={list.name} counts={counts} onShow={list.show} />}
        foot={<DeskListFoot list={list} of={counts[list.name]} />}
        where={({ termId, term }) => termId && <TopicLink id={termId}>{term}</TopicLink>}
        row={(paper) => ({ offer: offerAfter({ me, paper, answers }) })}
      />
    </section>
  );
}

export const TopicLink = ({ id, children }: { id: string; children: string | null }) => (
  <>
    <span className="max-[60rem]:hidden"> · </span>
    <Link
      to={`/topics/${id}`}
      dir="auto"
      className="rounded underline underline-offset-2 hover:text-ink wrap-anywhere"
    >
      {children}
    </Link>
  </>
);

const DigestHead = ({ paper, zone }: { paper: ReaderPaper; zone: string | undefined }) => (
  <div className="flex min-h-8.5 items-center justify-between gap-3 border-b border-line bg-wash pr-4 pl-7.5 text-[0.8125rem] max-sm:pl-4">
    <h2 dir="auto" className="truncate font-semibold">
      <Link
        to={`/digests/${paper.digestId}`}
        className="alone rounded underline-offset-4 hover:underline pointer-coarse:min-h-11"
      >
        <span className="sr-only">Digest on </span>
        {paper.term}
      </Link>
    </h2>
    <span className="shrink-0 text-muted">
      <AbsoluteDate value={paper.at} short weekday zone={zone} />
    </span>
  </div>
);

interface DeskListChoiceProps {
  shown: DeskListName;
  counts: Record<DeskListName, number>;
  onShow: (name: DeskListName) => void;
}

/** Tabs for New, Kept and Done, each with its count. */
const DeskListChoice = ({ shown, counts, onShow }: DeskListChoiceProps) => (
  <>
    <fieldset className="segments">
      <legend className="sr-only">Show</legend>
      {Object.entries(deskLists).map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === shown}
          onClick={() => onShow(name as DeskListName)}
        >
          {label} <span className="font-normal tabular-nums">{inList(counts[name as DeskListName])}</span>
        </button>
      ))}
    </fieldset>
    <span className="text-muted">{shown === 'new' ? 'Best first' : 'Latest first'}</span>
  </>
);

const inList = (papers: number): string => (papers > 999 ? '999+' : String(papers));

/** How much of the list is shown, and a button for more; or why nothing is. */
function DeskListFoot({ list, of }: { list: ReturnType<typeof useDeskList>; of: number }) {
  if (list.isWaiting) return <p className="px-7.5 py-6 text-sm text-muted">Loading…</p>;
  if (!list.papers.length && !list.failed)
    return (
      <p className="px-7.5 py-6 text-sm text-muted">
        {list.name === 'done' ? 'No paper is done yet.' : 'Nothing is kept yet.'}
      </p>
    );
  if (!list.hasMore && !list.failed) return null;
  return (
    <div className="mt-auto flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1 pr-2 pl-7.5 text-[0.8125rem] text-muted max-sm:pl-4">
      {list.failed ? (
        <p role="alert" className="text-bad">
          {list.failed}
        </p>
      ) : (
        <span>
          {list.papers.length} of {of}
        </span>
      )}
      <Button
        variant="quiet"
        pending={list.isLoading}
        onClick={() => (list.hasMore ? void list.more() : list.show(list.name))}
      >
        {list.hasMore ? 'Show more papers' : 'Try again'}
      </Button>
    </div>
  );
}

const deskLists = { new: 'New', kept: 'Kept', done: 'Done' } as const;
type DeskListName = keyof typeof deskLists;

/**
 * The papers of one list of the desk. The first page of new papers comes with the desk; kept and done papers are read
 * whenever they are shown. The selected list survives a reload. A list waits for `sent`, which resolves once every answer is
 * stored, so that it includes the papers just moved there.
 */
function useDeskList(userId: string, desk: Desk, sent: () => Promise<void>) {
  const [name, setName] = useState(() => storedList(userId));
  const isNew = name === 'new';
  // Forgotten with the desk.
  const queryKey = [...keyOf(deskApi.read), name];
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      if (!pageParam) await sent();
      return call(deskApi.papers, {
        query: { state: name, ...(pageParam && { cursor: pageParam }) },
        signal,
      });
    },
    initialPageParam: isNew ? desk.next : null,
    getNextPageParam: ({ next }) => next,
    enabled: !isNew,
    // Further new papers stay while another list is shown.
    gcTime: isNew ? Number.POSITIVE_INFINITY : 0,
    meta: { access: deskApi.papers.access },
  });
  const papersIn = (read: typeof data): ReaderPaper[] => [
    ...(isNew ? desk.papers : []),
    ...(read?.pages ?? []).flatMap(({ papers }) => papers),
  ];
  const papers = papersIn(data);
  const hasMore = data ? hasNextPage : isNew && desk.next !== null;
  return {
    name,
    papers,
    hasMore,
    isWaiting: !isNew && isPending,
    isLoading: isFetching,
    failed: isFetching ? null : error?.message,
    more: async () => {
      if (!hasMore || isFetching) return null;
      const read = await fetchNextPage();
      return papersIn(read.data)[papers.length] ?? null;
    },
    show: (chosen: DeskListName) => {
      visit.setItem(listKey(userId), chosen);
      if (chosen === name && !isNew) void queryClient.resetQueries({ queryKey });
      setName(chosen);
    },
  };
}

const listKey = (userId: string): string => `desk list ${userId}`;

function storedList(userId: string): DeskListName {
  const name = visit.getItem(listKey(userId));
  return name === 'kept' || name === 'done' ? name : 'new';
}
