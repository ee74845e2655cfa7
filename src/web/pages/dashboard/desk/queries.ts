import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { digestApi } from '#shared/digests/digest.ts';
import { deskApi } from '#shared/shelf/paperState.ts';
import { type SearchTerm, searchTermApi } from '#shared/topics/searchTerm.ts';
import { asPart, keyOf, queryClient, reading } from '#web/api/api.ts';
import { digestsPoll, settledBetween, topicsPoll } from './topics.ts';

const own = (me: Me) => ({ params: { id: me.id } });

export const topicsKey = (me: Me) => keyOf(searchTermApi.list, own(me));

/** The reader's topics, read again every two seconds while a search runs. */
export const useTopics = (me: Me, as = asPart) =>
  useQuery({
    ...reading(searchTermApi.list, own(me)),
    ...as,
    refetchInterval: ({ state }) => topicsPoll(state.data, state.status === 'error'),
  });

/** Matches every page of the list of digests. */
export const digestsKey = keyOf(digestApi.page);

/** The reader's three newest digests and how many there are, read again while a mail is being sent. */
export const useDigests = (as = asPart) =>
  useQuery({
    ...reading(digestApi.page, { query: { limit: 3 } }),
    ...as,
    refetchInterval: ({ state }) => digestsPoll(state.data?.digests, Date.now()),
  });

/** Papers new since the last visit. Read once while the desk is open, so that answering papers does not move the list. */
export const useDesk = (as = asPart) => useQuery({ ...reading(deskApi.read), ...as });

/** Forgets the new papers when the reader leaves the desk; the next visit reads them again. */
export function useForgetDesk(): void {
  useEffect(() => () => queryClient.removeQueries({ queryKey: keyOf(deskApi.read) }), []);
}

/** Reads the digests again, and calls `then`, if given, when a search ends. Returns the topics whose searches ended last. */
export function useSettled(terms: readonly SearchTerm[] | undefined, then?: () => void): SearchTerm[] {
  const before = useRef(terms);
  const settled = useRef<SearchTerm[]>([]);
  const latest = useRef(then);
  latest.current = then;
  const now = settledBetween(before.current, terms);
  if (now.length) settled.current = now;
  useEffect(() => {
    if (settledBetween(before.current, terms).length) {
      void queryClient.invalidateQueries({ queryKey: digestsKey });
      latest.current?.();
    }
    before.current = terms;
  }, [terms]);
  return settled.current;
}
