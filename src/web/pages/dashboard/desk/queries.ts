import { useQuery } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/me.ts';
import { searchTermApi } from '#shared/topics/searchTerm.ts';
import { asPart, keyOf, reading } from '#web/api/query.ts';
import { topicsPoll } from './topics.ts';

const own = (me: Me) => ({ params: { id: me.id } });

export const topicsKey = (me: Me) => keyOf(searchTermApi.list, own(me));

/** The reader's topics, read again every two seconds while a search runs. */
export const useTopics = (me: Me, as = asPart) =>
  useQuery({
    ...reading(searchTermApi.list, own(me)),
    ...as,
    refetchInterval: ({ state }) => topicsPoll(state.data, state.status === 'error'),
  });
