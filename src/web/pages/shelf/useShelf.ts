import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { shelfApi } from '#shared/shelf/shelf.ts';
import { call } from '#web/api/api.ts';
import { queryOf, type ShelfFilters } from './shelfFilters.ts';

type Found = ResponseOf<typeof shelfApi.list>;

/** Papers loaded at a time. */
const pageSize = 20;

/** The papers of the shelf under some filters, page by page. The previous result stays while another loads. */
export function useShelf(filters: ShelfFilters) {
  const client = useQueryClient();
  const narrowed = JSON.stringify(filters);
  const [pages, setPages] = useState({ narrowed, count: 1 });
  const count = pages.narrowed === narrowed ? pages.count : 1;
  const keyOfPages = (count: number) => [shelfApi.list.path, 'pages', narrowed, count];
  const shelf = useQuery<Found>({
    queryKey: keyOfPages(count),
    queryFn: async ({ signal }): Promise<Found> => {
      // A paper kept on the desk a moment ago may not be stored yet.
      while (client.isMutating({ predicate: ({ state }) => !state.isPaused }))
        await new Promise((resolve) => setTimeout(resolve, 50));
      const before = client.getQueryData<Found>(keyOfPages(count - 1));
      const query = { ...queryOf(filters), limit: pageSize, ...(before?.next && { cursor: before.next }) };
      const page = await call(shelfApi.list, { query, signal });
      return { ...page, papers: [...(before?.papers ?? []), ...page.papers] };
    },
    placeholderData: (former) => former,
    // Papers kept elsewhere meanwhile appear at the next visit.
    staleTime: 0,
    gcTime: 0,
    meta: { access: shelfApi.list.access },
  });
  return { shelf, showMore: () => setPages({ narrowed, count: count + 1 }) };
}

/** Reads the counts beside the list again after every saved change. The list itself stays as it is. */
export function useFreshCounts(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void client.invalidateQueries({ queryKey: [shelfApi.summary.path] });
      }),
    [client],
  );
}
