import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Me } from '#shared/accounts/me.ts';
import { digestApi } from '#shared/digests/digest.ts';
import { deskApi } from '#shared/shelf/paperState.ts';
import { type SearchTerm, searchTermApi } from '#shared/topics/searchTerm.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { asPart, keyOf, own, queryClient, reading, useAction } from '#web/api/api.ts';
import { pendingSearch, sessionEnded } from '#web/api/session.ts';
import { track } from '#web/consent/consent.ts';
import { toast } from '#web/ui/Notice.tsx';
import { searchRefusal } from './refusals.ts';
import { digestsPoll, settledBetween, topicsPoll, withTopic } from './topics.ts';

/** Adds topics, one after the other. If the plan has no room, stores the topic and goes to the plans. */
export function useAddTopic(me: Me, { onRefused }: { onRefused: (topic: string) => void }) {
  const { list, put } = useTopicList(me);
  return useAction(searchTermApi.immediateSearch, {
    scope: { id: 'add topics' },
    onSuccess: ({ searchTerm, message }) => {
      const known = list()?.some(({ id }) => id === searchTerm.id);
      put(searchTerm);
      if (known) return toast('neutral', 'Already in Your Queue', message);
      track('search_added');
      const soon = 'You will receive an email with the digest as soon as the search is complete.';
      toast('good', 'Search Queued', soon);
    },
    onError: (error, { body }) => {
      const topic = body?.searchTerm ?? '';
      const refusal = searchRefusal(error);
      if (refusal.keep) pendingSearch.set(topic);
      if ('status' in error && error.status === 401) return sessionEnded();
      toast(...refusal.toast);
      if (refusal.to) navigate(refusal.to);
      else onRefused(topic);
    },
  });
}

/** The id of the link to a topic in the list. */
export const topicLinkId = ({ id }: SearchTerm): string => `topic-${id}`;

/** Removes a topic at once, with ten seconds to undo. */
export function useRemoveTopic(me: Me) {
  const { put, drop } = useTopicList(me);
  const dropped = useRef(new Map<string, SearchTerm>());
  const restore = useAction(searchTermApi.restore, {
    onSuccess: (term) => {
      put(term);
      // The button that had the focus went with the toast.
      setTimeout(() => document.getElementById(topicLinkId(term))?.focus());
      toast('good', 'Search Term Restored', `“${term.term}” is back.`);
    },
    onError: ({ message }) => toast('bad', 'Restore Failed', message),
  });
  const remove = useAction(searchTermApi.remove, {
    onSuccess: (_, { params }) => {
      const term = dropped.current.get(params!.id);
      toast('good', 'Search Term Deleted', term && `“${term.term}” is no longer searched.`, {
        duration: 10_000,
        action: {
          label: 'Undo',
          altText: 'Press F8, then choose Undo, to bring the search term back',
          run: () => restore.mutate({ params }),
        },
      });
    },
    onError: ({ message }, { params }) => {
      const term = dropped.current.get(params!.id);
      if (term) put(term);
      toast('bad', 'Delete Failed', message);
    },
  });
  return (term: SearchTerm) => {
    dropped.current.set(term.id, term);
    drop(term);
    remove.mutate({ params: { id: term.id } });
  };
}

/** The cached list of topics, changed ahead of the next read. Cancels a read in flight, which would undo the change. */
export function useTopicList(me: Me) {
  const queryKey = topicsKey(me);
  const change = (next: (terms: SearchTerm[]) => SearchTerm[]) => {
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<SearchTerm[]>(queryKey, (terms) => terms && next(terms));
  };
  return {
    list: () => queryClient.getQueryData<SearchTerm[]>(queryKey),
    put: (term: SearchTerm) => change((terms) => withTopic(terms, term)),
    drop: ({ id }: SearchTerm) => change((terms) => terms.filter((term) => term.id !== id)),
  };
}

/** Rewords a topic and searches it again at once. */
export function useEditTopic(me: Me, { onSaved }: { onSaved: () => void }) {
  const { put } = useTopicList(me);
  return useAction(searchTermApi.edit, {
    onSuccess: (term) => {
      put(term);
      onSaved();
      toast('good', 'Search Term Updated', `“${term.term}” is searched from now on.`);
    },
    onError: ({ message }) => toast('bad', 'Update Failed', message),
  });
}

/** Removes or adds a phrase of the expansion; `then` runs after adding one. */
export function useChangeExpansion(me: Me, term: SearchTerm) {
  const { put } = useTopicList(me);
  const action = useAction(searchTermApi.changeExpansion, {
    onSuccess: put,
    onError: ({ message }) => toast('bad', 'Update Failed', message),
  });
  const change = (
    expansion: { phrase: string; of?: string | undefined }[],
    description: string,
    then?: () => void,
  ) =>
    action.mutate(
      { params: { id: term.id }, body: { expansion } },
      {
        onSuccess: () => {
          toast('good', 'Search Term Updated', description);
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
    add: (phrase: string, of: string, then: () => void) =>
      change(
        [...term.expansion, { phrase, ...(of && { of }) }],
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
      toast(
        'good',
        term.isActive ? 'Search Term Resumed' : 'Search Term Paused',
        term.isActive
          ? `“${term.term}” is searched again, including the days it was paused.`
          : `Nothing is searched or mailed for “${term.term}” until ${term.resumeOn ? dateInWords(new Date(term.resumeOn), { zone: 'UTC', weekday: true }) : 'you resume it'}.`,
      );
    },
    onError: ({ message }) => toast('bad', 'Update Failed', message),
  });
}

/** Says what is followed from now on, and leads to it. */
export async function showFollowed(me: Me, message: string, path: string): Promise<void> {
  toast('good', 'Following', message);
  await queryClient.invalidateQueries({ queryKey: topicsKey(me) });
  navigate(path);
}

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
