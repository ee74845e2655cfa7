import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Decision, type ScreenedPaper, type Screening, screeningApi } from '#shared/topics/screening.ts';
import { call } from '#web/api/api.ts';
import { keyOf, reading, useAction } from '#web/api/query.ts';
import { toast } from '#web/ui/toast/toast.ts';

export const screeningKey = (id: string) => keyOf(screeningApi.read, { params: { id } });

export const useScreeningState = (id: string) => useQuery(reading(screeningApi.read, { params: { id } }));

/** Fetches papers again, in the newly learned order, when this many or fewer are left. */
const fewLeft = 3;

export interface Queue {
  /** The paper to read now; null while it is loaded, and when all are read. */
  paper: ScreenedPaper | null;
  isWaiting: boolean;
  error: Error | null;
  retry: () => void;
  decide: (decision: Decision, reason?: string) => void;
  /** Undoes the last decision and shows its paper again; false if there is none. */
  undo: () => boolean;
  canUndo: boolean;
  /** The text for screen readers to announce. */
  said: string;
  /** Call when the order has changed: a sample was drawn, or papers were added. */
  renew: () => void;
  /** Shows the undecided papers again, instead of the unread ones. */
  isOnOpen: boolean;
  turnToOpen: (isOnOpen: boolean) => void;
}

/** The papers to read next. Decisions show at once and are sent one by one; a paper whose decision fails returns. */
export function useQueue(id: string): Queue {
  const client = useQueryClient();
  const [decided, setDecided] = useState<{ paper: ScreenedPaper; decision: Decision }[]>([]);
  const [returned, setReturned] = useState<ScreenedPaper[]>([]);
  const [said, setSaid] = useState('');
  const [isOnOpen, setOnOpen] = useState(false);
  const query = isOnOpen ? { decision: 'maybe' as const } : {};
  const next = useQuery({
    queryKey: [...screeningKey(id), 'next', isOnOpen],
    queryFn: ({ signal }) => call(screeningApi.next, { params: { id }, query, signal }),
    meta: { access: screeningApi.next.access },
    gcTime: 0,
  });
  const store = (screening: { screening: Screening | null }) =>
    client.setQueryData(screeningKey(id), screening);
  const send = useAction(screeningApi.decide, {
    scope: { id: 'decisions' },
    onSuccess: store,
    onError: (error, { body }) => {
      setDecided((before) => before.filter(({ paper }) => paper.paperId !== body!.paperId));
      toast({ title: 'Decision Not Saved', description: error.message, tone: 'bad' });
    },
  });
  const isDecided = new Set(decided.map(({ paper }) => paper.paperId));
  const waiting = [...returned, ...(next.data?.papers ?? [])].filter(
    ({ paperId }, at, all) =>
      !isDecided.has(paperId) && all.findIndex((one) => one.paperId === paperId) === at,
  );
  const paper = waiting[0] ?? null;
  return {
    paper,
    isWaiting: !paper && next.isFetching,
    error: paper ? null : next.error,
    retry: () => void next.refetch(),
    decide(decision, reason = '') {
      if (!paper) return;
      setDecided((before) => [...before, { paper, decision }]);
      setReturned((before) => before.filter(({ paperId }) => paperId !== paper.paperId));
      setSaid(`${wordOf[decision]}: ${paper.paper.title}`);
      send.mutate(
        { params: { id }, body: { paperId: paper.paperId, decision, reason } },
        // Wait for the decision, so that the new order includes it.
        { onSettled: () => waiting.length - 1 <= fewLeft && void next.refetch() },
      );
    },
    undo() {
      const last = decided.at(-1);
      if (!last) return false;
      setDecided((before) => before.slice(0, -1));
      setReturned((before) => [last.paper, ...before]);
      setSaid(`Undone: ${last.paper.paper.title}`);
      send.mutate({ params: { id }, body: { paperId: last.paper.paperId, decision: last.paper.decision } });
      return true;
    },
    canUndo: decided.length > 0,
    said,
    renew() {
      setReturned([]);
      void next.refetch();
    },
    isOnOpen,
    turnToOpen(turned) {
      setDecided([]);
      setReturned([]);
      setOnOpen(turned);
    },
  };
}

export const wordOf: Record<Decision, string> = {
  include: 'Included',
  exclude: 'Excluded',
  maybe: 'Left open',
};
