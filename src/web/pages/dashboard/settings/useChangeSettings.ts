import type { Me } from '#shared/accounts/account.ts';
import type { Schedule } from '#shared/topics/schedule.ts';
import { type Filters, type SearchTerm, searchTermApi } from '#shared/topics/searchTerm.ts';
import { useAction } from '#web/api/query.ts';
import { toast } from '#web/ui/toast/toast.ts';
import { useTopicList } from '../desk/topicActions.ts';

interface Change {
  filters?: Filters | null;
  schedule?: Schedule | null;
}

/** Keeps what was changed of a term's filters and schedule; `then` runs when it is kept, or when nothing was changed. */
export function useChangeSettings(me: Me, term: SearchTerm) {
  const { put } = useTopicList(me);
  const action = useAction(searchTermApi.changeSettings, { onSuccess: put });
  return {
    isPending: action.isPending,
    /** Why it was refused; a message beside an open dialog would be heard by nobody. */
    refusal: action.error?.message,
    forget: action.reset,
    save(body: Change, then: () => void) {
      if (action.isPending) return;
      if (!Object.keys(body).length) return then();
      action.mutate(
        { params: { id: term.id }, body },
        {
          onSuccess: () => {
            then();
            toast({
              title: 'Search Term Updated',
              description: `What you set for “${term.term}” holds from the next digest on.`,
              tone: 'good',
            });
          },
        },
      );
    },
  };
}
