import type { Me } from '#shared/accounts/me.ts';
import { type SearchTerm, searchTermApi } from '#shared/topics/searchTerm.ts';
import { useAction } from '#web/api/api.ts';
import { toast } from '#web/ui/Notice.tsx';
import { useTopicList } from '../desk/topicActions.ts';
import type { SettingsChange } from './form.ts';

/** Saves the changed settings of a topic; `then` runs once saved, or at once if nothing was changed. */
export function useChangeSettings(me: Me, term: SearchTerm) {
  const { put } = useTopicList(me);
  const action = useAction(searchTermApi.changeSettings, { onSuccess: put });
  return {
    isPending: action.isPending,
    /** Why it was refused. */
    refusal: action.error?.message,
    save(body: SettingsChange, then: () => void) {
      if (action.isPending) return;
      if (!Object.keys(body).length) return then();
      action.mutate(
        { params: { id: term.id }, body },
        {
          onSuccess: () => {
            then();
            toast(
              'good',
              'Search Term Updated',
              `Your changes to “${term.term}” apply from the next digest.`,
            );
          },
        },
      );
    },
  };
}
