import type { Me } from '../../../../shared/account.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { Filters } from '../../../../shared/filters.ts';
import type { Schedule } from '../../../../shared/schedule.ts';
import { type SearchTerm, searchTermApi } from '../../../../shared/searchTerm.ts';
import { toast } from '../../../parts/toast.ts';
import { useAction } from '../../../query.ts';
import { useTermList } from '../termActions.ts';

interface Change {
  filters?: Filters | null;
  schedule?: Schedule | null;
}

/** Keeps what was changed of a term's filters and schedule; `then` runs when it is kept, or when nothing was changed. */
export function useChangeSettings(me: Me, term: SearchTerm) {
  const { put } = useTermList(me);
  const action = useAction(searchTermApi.changeSettings, {
    onSuccess: put,
    onError: (error) =>
      toast({
        title: error instanceof AppError && error.status === 402 ? 'Subscription Required' : 'Update Failed',
        description: error.message,
        tone: 'bad',
      }),
  });
  return {
    isPending: action.isPending,
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
