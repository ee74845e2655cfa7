import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Digest, digestApi } from '#shared/digests/digest.ts';
import type { PaperState } from '#shared/papers/paper.ts';
import { deskApi } from '#shared/shelf/paperState.ts';
import { feedbackApi, type Verdict } from '#shared/topics/feedback.ts';
import { searchTermApi } from '#shared/topics/searchTerm.ts';
import { keyOf, useAction, useMe } from '../api/query.ts';
import { toast } from '../ui/toast.tsx';

/** Labels of the two feedback buttons. */
export const verdictLabels: Record<Verdict, string> = { more: 'More like this', less: 'Not for me' };

/** What the feedback changes, as a sentence. */
export const effectOf = (verdict: Verdict | null, topic: string): string =>
  ({
    more: `Papers like this will rank higher in your next digest on “${topic}.”`,
    less: `Papers like this will rank lower in your next digest on “${topic}.”`,
    none: `Your next digest on “${topic}” will not use it.`,
  })[verdict ?? 'none'];

/** A paper of a topic's digest and the reader's feedback on it. */
export interface Judged {
  termId: string;
  topic: string;
  paperId: string;
  verdict: Verdict | null;
  /** What the reader did with it; `kept` is on the shelf. */
  state: PaperState;
}

/** Answers a paper; the same answer again undoes it. The change shows at once, and is reverted if it cannot be saved. */
export function useAnswer(
  { termId, paperId, state }: Pick<Judged, 'termId' | 'paperId' | 'state'>,
  show: (state: PaperState) => void,
): (wanted: PaperState) => void {
  const saved = useRef(state);
  const former = useRef<PaperState>('new');
  const action = useAction(deskApi.setState, {
    // One after the other, so that the last press wins.
    scope: { id: `answer ${paperId}` },
    onSuccess: (answer) => {
      saved.current = answer.state;
      if (answer.state !== answer.former) former.current = answer.former;
    },
    onError: ({ message }) => {
      show(saved.current);
      toast({ title: 'Answer Not Saved', description: message, tone: 'bad' });
    },
  });
  return (wanted) => {
    if (!action.isPending) saved.current = state;
    const undone = former.current === wanted ? 'new' : former.current;
    const next = state === wanted ? undone : wanted;
    show(next);
    action.mutate({ params: { id: paperId }, body: { termId, state: next } });
  };
}

/** Sends feedback on a paper; null removes it. Shown at once, and reverted if it cannot be saved. */
export function useSay({ termId, topic, paperId, verdict }: Judged): (verdict: Verdict | null) => void {
  const client = useQueryClient();
  const me = useMe();
  const kept = useRef(verdict);
  const show = (verdict: Verdict | null) => {
    const change = (digest: Digest) => withVerdict(digest, { termId, paperId, verdict });
    client.setQueriesData<Digest>({ predicate: isOneDigest }, (digest) => digest && change(digest));
  };
  const action = useAction(feedbackApi.say, {
    // One after the other, so that the last press wins.
    scope: { id: `feedback ${termId}` },
    onSuccess: ({ verdict }) => {
      kept.current = verdict;
      void client.invalidateQueries({
        queryKey: keyOf(searchTermApi.list, { params: { id: me?.id ?? '' } }),
      });
      void client.invalidateQueries({ queryKey: keyOf(feedbackApi.list, { params: { id: termId } }) });
      toast({
        title: verdict ? 'Feedback Saved' : 'Feedback Removed',
        description: effectOf(verdict, topic),
        tone: 'good',
      });
    },
    onError: ({ message }) => {
      show(kept.current);
      toast({ title: 'Feedback Not Saved', description: message, tone: 'bad' });
    },
  });
  return (next) => {
    if (!action.isPending) kept.current = verdict;
    show(next);
    action.mutate({ params: { id: termId }, body: { paperId, verdict: next } });
  };
}

/** Matches every cached digest with papers. */
export const isOneDigest = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === 'string' && path.startsWith(digestApi.read.path.replace(':id', ''));

/** The digest with this feedback on one of its papers; unchanged if it is of another topic or has no such paper. */
export function withVerdict(
  digest: Digest,
  { termId, paperId, verdict }: Pick<Judged, 'termId' | 'paperId' | 'verdict'>,
): Digest {
  if (digest.searchTermId !== termId || !digest.papersData.some(({ id }) => id === paperId)) return digest;
  const { [paperId]: _, ...feedback } = digest.feedback ?? {};
  return { ...digest, feedback: verdict ? { ...feedback, [paperId]: verdict } : feedback };
}
