import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Me } from '#shared/accounts/account.ts';
import { preferencesApi } from '#shared/accounts/preferences.ts';
import { digestApi } from '#shared/digests/digest.ts';
import { deskApi } from '#shared/shelf/paperState.ts';
import { type SearchTerm, searchTermApi } from '#shared/topics/searchTerm.ts';
import { keyOf, reading } from '#web/api/query.ts';
import { digestsPoll, settledBetween, topicsPoll } from './topics.ts';

const own = (me: Me) => ({ params: { id: me.id } });

export const topicsKey = (me: Me) => keyOf(searchTermApi.list, own(me));
/** Matches every page of the list of digests. */
export const digestsKey = keyOf(digestApi.page);
export const preferencesKey = (me: Me) => keyOf(preferencesApi.read, own(me));

/** For the page itself: a read that failed earlier is repeated. */
export const asPage = { retryOnMount: true };
/** For parts of a page: they show a failed read instead of repeating it, or the page would jump. */
const asPart = { retryOnMount: false };

/** The reader's topics, read again every two seconds while a search runs. */
export const useTopics = (me: Me, as = asPart) =>
  useQuery({
    ...reading(searchTermApi.list, own(me)),
    ...as,
    refetchInterval: ({ state }) => topicsPoll(state.data, state.status === 'error'),
  });

/** The reader's three newest digests and how many there are, read again while a mail is being sent. */
export const useDigests = (as = asPart) =>
  useQuery({
    ...reading(digestApi.page, { query: { limit: 3 } }),
    ...as,
    refetchInterval: ({ state }) => digestsPoll(state.data?.digests, Date.now()),
  });

export const usePreferences = (me: Me, as = asPart) =>
  useQuery({ ...reading(preferencesApi.read, own(me)), ...as });

/** What is new since the last visit; read once, so that the list stays in place while it is answered. */
export const useDesk = (as = asPart) => useQuery({ ...reading(deskApi.read), ...as });

/** The reader's time zone; the browser's until the preferences are loaded. */
export const useZone = (me: Me): string | undefined => usePreferences(me).data?.timeZone;

/** Reads the digests again when a search ends. Returns the topics whose searches ended last. */
export function useSettled(terms: readonly SearchTerm[] | undefined): SearchTerm[] {
  const client = useQueryClient();
  const before = useRef(terms);
  const settled = useRef<SearchTerm[]>([]);
  const now = settledBetween(before.current, terms);
  if (now.length) settled.current = now;
  useEffect(() => {
    if (settledBetween(before.current, terms).length) void client.invalidateQueries({ queryKey: digestsKey });
    before.current = terms;
  }, [client, terms]);
  return settled.current;
}
