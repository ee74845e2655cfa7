import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Me } from '#shared/accounts/me.ts';
import { closeMatchesApi, closeMatchesInWords } from '#shared/digests/closeMatches.ts';
import type { OpenedDigest } from '#shared/digests/digest.ts';
import { type PaperOrder, paperOrders, placesIn } from '#shared/papers/order.ts';
import type { Paper, PaperState } from '#shared/papers/paper.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { call, keyOf } from '#web/api/api.ts';
import { quotesOf } from '#web/digests/DigestArticle.tsx';
import { DigestSummary } from '#web/digests/DigestSummary.tsx';
import { Match } from '#web/papers/PaperMatch.tsx';
import { type PaperGroup, PapersPane } from '#web/papers/PapersPane.tsx';
import { useAnswers } from '#web/papers/useAnswers.ts';
import { useReading } from '#web/papers/useReading.ts';
import { Button, SelectBox } from '#web/ui/Form.tsx';
import { offerAfter } from '../dashboard/papers/offer.tsx';

interface DigestPapersProps {
  digest: OpenedDigest;
  me: Me;
  /** What the page’s address points at: `#paper-3`, `#close-matches`. */
  address: string;
}

/** The papers of a digest, and on request the close matches that it had no place for. Its brief comes first. */
export function DigestPapers({ digest, me, address }: DigestPapersProps) {
  const [order, setOrder] = useState<PaperOrder>('match');
  const answers = useAnswers(me.id);
  const further = useFurther(digest, address === '#close-matches');
  const own = useMemo(
    () =>
      placesIn(digest.papersData, order).map((at) =>
        asRead(digest, digest.papersData[at]!, at + 1, digest.states),
      ),
    [digest, order],
  );
  const papers = [...own, ...further.papers];
  // `/digests/{id}#paper-3` begins with the third paper.
  const start = own.find(({ number }) => `#paper-${number}` === address);
  const [query] = useSearchParams();
  const ready = start && readyAnswers[query.get('answer') ?? ''];
  const reading = useReading(papers, { hasFirst: true, start: start?.id });
  const shown = digest.papersData.filter(({ note }) => note !== 'revised' && note !== 'now-published').length;
  const said = closeMatchesInWords(digest.closeMatches, shown);
  const groups: PaperGroup[] = [
    { key: 'own', label: 'Papers', papers: own },
    ...(further.papers.length
      ? [
          {
            key: 'further',
            label: 'Close matches',
            head: <FurtherHead isAsked={address === '#close-matches'} />,
            papers: further.papers,
          },
        ]
      : []),
  ];
  return (
    <PapersPane
      {...{ reading, answers, groups, ready }}
      where={(paper) =>
        ready &&
        paper.id === start.id &&
        paper.state !== ready &&
        ' · From your mail: press the marked answer to confirm.'
      }
      head={
        <>
          <h2 className="font-semibold">
            Research Papers <span className="font-normal text-muted">{said ?? digest.papersData.length}</span>
          </h2>
          {own.length > 1 && <Order value={order} onChange={setOrder} />}
        </>
      }
      foot={
        said && digest.closeMatches && <FurtherFoot {...{ further }} left={digest.closeMatches - shown} />
      }
      first={{
        title: 'In brief',
        content: (read) => (
          <>
            <h2 className="mb-3 font-serif text-[1.375rem] leading-[1.3] font-semibold">
              AI Research Summary
            </h2>
            <DigestSummary
              digest={digest}
              onPaper={(number) => read(own.find((one) => one.number === number))}
            />
            {digest.byModel && (
              <p dir="auto" className="mt-3 max-w-[66ch] text-[0.8125rem] wrap-anywhere text-muted">
                {digest.byModel}
              </p>
            )}
          </>
        ),
      }}
      quotesOf={({ number }) => quotesOf(digest, number!)}
      row={(paper) => ({
        lastLine:
          paper.state === 'new' ? undefined : (
            <Match paper={paper.paper} answered={answeredWords[paper.state]} />
          ),
        offer: offerAfter({ me, paper, answers }),
      })}
    />
  );
}

/** The answers that links of mails ask for. */
const readyAnswers: Record<string, PaperState | undefined> = { keep: 'kept', done: 'done', less: 'not' };

const answeredWords: Record<PaperState, string> = { new: '', kept: 'Kept', done: 'Done', not: 'Not for me' };

/** A paper of a digest as lists of papers take it. */
const asRead = (
  { id, searchTermId, searchTerm, createdAt }: OpenedDigest,
  paper: Paper,
  number: number,
  states: Record<string, PaperState>,
): ReaderPaper => ({
  id: paper.id ?? `${id} ${number}`,
  state: states[paper.id ?? ''] ?? 'new',
  digestId: id,
  number,
  termId: paper.id ? searchTermId : null,
  term: searchTerm,
  at: createdAt,
  note: '',
  tags: [],
  later: [],
  imported: false,
  paper,
});

const Order = ({ value, onChange }: { value: PaperOrder; onChange: (order: PaperOrder) => void }) => (
  <SelectBox
    isQuiet
    aria-label="Order"
    value={value}
    options={paperOrders.map(({ name, label }) => ({ value: name, label }))}
    onChange={(event) => onChange(event.target.value as PaperOrder)}
  />
);

/** The close matches that rank below a digest's papers, ten at a time: on request, or by the link of a mail. */
function useFurther(digest: OpenedDigest, isAsked: boolean) {
  const [wanted, setWanted] = useState(isAsked);
  const params = { id: digest.id };
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: keyOf(closeMatchesApi.more, { params }),
    queryFn: ({ pageParam, signal }) =>
      call(closeMatchesApi.more, { params, query: pageParam ? { after: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: wanted,
  });
  return {
    papers: (data?.pages ?? []).flatMap(({ papers, first, states }) =>
      papers.map((paper, at) => asRead(digest, paper, first + at, states)),
    ),
    isWaiting: isFetching,
    error,
    isWhole: Boolean(data) && !hasNextPage,
    isEmpty: data?.pages[0]?.papers.length === 0,
    more: () => {
      if (!wanted) setWanted(true);
      else if (error) void refetch();
      else void fetchNextPage();
    },
  };
}

const FurtherHead = ({ isAsked }: { isAsked: boolean }) => (
  <h2
    ref={(head) => void (isAsked && head?.scrollIntoView())}
    className="border-b border-line bg-wash py-1.5 pl-7.5 text-[0.8125rem] font-semibold"
  >
    Close matches
  </h2>
);

function FurtherFoot({ further, left }: { further: ReturnType<typeof useFurther>; left: number }) {
  if (further.isEmpty)
    return <p className="px-7.5 py-3 text-sm text-muted">They are listed for 90 days after the digest.</p>;
  if (further.isWhole) return null;
  return (
    <div className="px-4 py-2">
      {further.error && (
        <p role="alert" className="px-3 text-sm text-bad">
          {further.error.message}
        </p>
      )}
      <Button variant="quiet" pending={further.isWaiting} onClick={further.more}>
        {further.papers.length ? 'Show more' : `Show the other ${left.toLocaleString('en-US')} close matches`}
      </Button>
    </div>
  );
}
