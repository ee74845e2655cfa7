import type { InvalidateQueryFilters } from '@tanstack/react-query';
import { digestApi } from '#shared/digests/digest.ts';
import type { ReaderPaper } from '#shared/shelf/paperState.ts';
import { feedbackApi, type Verdict } from '#shared/topics/feedback.ts';
import { searchTermApi } from '#shared/topics/searchTerm.ts';
import { keyOf, queryClient, useAction, useMe } from '../api/api.ts';
import { toast } from '../ui/Notice.tsx';

/** Labels of the two feedback buttons. */
export const verdictLabels: Record<Verdict, string> = { more: 'More like this', less: 'Not for me' };

/** What the feedback changes, as a sentence. */
export const effectOf = (verdict: Verdict | null, topic: string): string =>
  ({
    more: `Papers like this will rank higher in your next digest on “${topic}.”`,
    less: `Papers like this will rank lower in your next digest on “${topic}.”`,
    none: `Your next digest on “${topic}” will not use it.`,
  })[verdict ?? 'none'];

/** Asks for more papers like one; the toast that says so takes it back. */
export function useMoreLike({ id: paperId, termId, term }: ReaderPaper): (() => void) | null {
  const me = useMe();
  const say = useAction(feedbackApi.say, {
    scope: { id: `feedback ${termId}` },
    onSuccess: ({ verdict }) => {
      const topics = keyOf(searchTermApi.list, { params: { id: me?.id ?? '' } });
      const read = [topics, keyOf(feedbackApi.list, { params: { id: termId ?? '' } })];
      for (const queryKey of read) void queryClient.invalidateQueries({ queryKey });
      toast('good', verdict ? 'Feedback Saved' : 'Feedback Removed', effectOf(verdict, term ?? ''), {
        ...(verdict && {
          action: {
            label: 'Undo',
            altText: 'Press F8, then choose Undo, to remove the feedback',
            run: () => send(null),
          },
        }),
      });
    },
    onError: ({ message }) => toast('bad', 'Feedback Not Saved', message),
  });
  const send = (verdict: Verdict | null) =>
    say.mutate({ params: { id: termId! }, body: { paperId, verdict } });
  return termId ? () => send('more') : null;
}

/** Matches every cached digest with papers. */
export const oneDigest: InvalidateQueryFilters = {
  predicate: ({ queryKey: [path] }) =>
    typeof path === 'string' && path.startsWith(digestApi.read.path.replace(':id', '')),
};
