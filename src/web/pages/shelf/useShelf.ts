import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { type ShelfList, type ShelfOrder, shelfApi, shelfLists, shelfOrders } from '#shared/shelf/shelf.ts';
import { call, queryClient } from '#web/api/api.ts';

/** The papers of the shelf under some filters, page by page. The previous result stays while another loads. */
export function useShelf(filters: ShelfFilters) {
  return useInfiniteQuery({
    queryKey: [shelfApi.list.path, 'pages', filters],
    queryFn: async ({ pageParam, signal }) => {
      // A paper kept on the desk a moment ago may not be stored yet.
      while (queryClient.isMutating({ predicate: ({ state }) => !state.isPaused }))
        await new Promise((resolve) => setTimeout(resolve, 50));
      const query = { ...queryOf(filters), limit: 20, ...(pageParam && { cursor: pageParam }) };
      return call(shelfApi.list, { query, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ papers: pages.flatMap(({ papers }) => papers), total: pages[0]!.total }),
    placeholderData: keepPreviousData,
    // Papers kept elsewhere meanwhile appear at the next visit.
    staleTime: 0,
    gcTime: 0,
    meta: { access: shelfApi.list.access },
  });
}

/** Reads the counts beside the list again after every saved change. The list itself stays as it is. */
export function useFreshCounts(): void {
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void queryClient.invalidateQueries({ queryKey: [shelfApi.summary.path] });
      }),
    [],
  );
}

/** The shelf's filters as they stand in its address, all as text. */
interface ShelfFilters {
  state: ShelfList;
  order: ShelfOrder;
  q: string;
  tag: string;
  source: string;
  year: string;
  termId: string;
  only: string;
}

const names = ['state', 'order', 'q', 'tag', 'source', 'year', 'termId', 'only'] as const;

/** Keeps the filters in the address, so that a list has a link and the back button undoes a choice. */
export function useShelfFilters() {
  const [address, setAddress] = useSearchParams();
  const text = (name: string) => address.get(name) ?? '';
  const state = text('state');
  const order = text('order');
  const filters: ShelfFilters = {
    ...(Object.fromEntries(names.map((name) => [name, text(name)])) as unknown as ShelfFilters),
    state: Object.hasOwn(shelfLists, state) ? (state as ShelfList) : 'kept',
    order: Object.hasOwn(shelfOrders, order) ? (order as ShelfOrder) : 'kept',
  };
  const addressOf = (change: Partial<ShelfFilters>): string => {
    const next = { ...filters, ...change };
    const given = names.flatMap((name) => {
      const isUsual = !next[name] || ((name === 'state' || name === 'order') && next[name] === 'kept');
      return isUsual ? [] : [[name, next[name]]];
    });
    return new URLSearchParams(given).toString();
  };
  return {
    filters,
    narrow: (change: Partial<ShelfFilters>) => setAddress(addressOf(change), { replace: true }),
    isNarrowed: names.some((name) => name !== 'state' && name !== 'order' && filters[name] !== ''),
  };
}

/** The filters as the query of a call, without those that are not set. */
export function queryOf({ year, ...filters }: ShelfFilters): Record<string, string | number> {
  const set = Object.entries(filters).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(set), ...(/^\d{4}$/.test(year) ? { year: Number(year) } : {}) };
}

/** Reads the shelf and its counts again. */
export const reloadShelf = (): void =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfShelf(queryKey[0]) });

const isOfShelf = (path: unknown): boolean => typeof path === 'string' && path.startsWith(shelfApi.list.path);
