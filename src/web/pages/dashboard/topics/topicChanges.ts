import type { Me } from '#shared/accounts/me.ts';
import { type SearchTerm, searchTermApi } from '#shared/topics/searchTerm.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { useAction } from '#web/api/query.ts';
import { toast } from '#web/ui/toast.tsx';
import { useTopicList } from '../desk/topicActions.ts';

/** Rewords a topic and searches it again at once. */
export function useEditTopic(me: Me, { onSaved }: { onSaved: () => void }) {
  const { put } = useTopicList(me);
  return useAction(searchTermApi.edit, {
    onSuccess: (term) => {
      put(term);
      onSaved();
      toast({
        title: 'Search Term Updated',
        description: `“${term.term}” is searched from now on.`,
        tone: 'good',
      });
    },
    onError: ({ message }) => toast({ title: 'Update Failed', description: message, tone: 'bad' }),
  });
}

/** Removes or adds a phrase of the expansion; `then` runs after adding one. */
export function useChangeExpansion(me: Me, term: SearchTerm) {
  const { put } = useTopicList(me);
  const action = useAction(searchTermApi.changeExpansion, {
    onSuccess: put,
    onError: ({ message }) => toast({ title: 'Update Failed', description: message, tone: 'bad' }),
  });
  const change = (expansion: { phrase: string }[], description: string, then?: () => void) =>
    action.mutate(
      { params: { id: term.id }, body: { expansion } },
      {
        onSuccess: () => {
          toast({ title: 'Search Term Updated', description, tone: 'good' });
          then?.();
        },
      },
    );
  return {
    isPending: action.isPending,
    remove: (phrase: string) =>
      change(
        term.expansion.filter((one) => one.phrase !== phrase),
        `“${phrase}” is no longer searched for “${term.term},” starting with the next digest.`,
      ),
    add: (phrase: string, then: () => void) =>
      change(
        [...term.expansion, { phrase }],
        `“${phrase}” is searched for “${term.term},” starting with the next digest.`,
        then,
      ),
  };
}

/** Pauses a topic or resumes it. */
export function useSetActive(me: Me) {
  const { put } = useTopicList(me);
  return useAction(searchTermApi.setActive, {
    onSuccess: (term) => {
      put(term);
      toast({
        title: term.isActive ? 'Search Term Resumed' : 'Search Term Paused',
        description: term.isActive
          ? `“${term.term}” is searched again, including the days it was paused.`
          : `Nothing is searched or mailed for “${term.term}” until ${term.resumeOn ? dateInWords(new Date(term.resumeOn), { zone: 'UTC', weekday: true }) : 'you resume it'}.`,
        tone: 'good',
      });
    },
    onError: ({ message }) => toast({ title: 'Update Failed', description: message, tone: 'bad' }),
  });
}
