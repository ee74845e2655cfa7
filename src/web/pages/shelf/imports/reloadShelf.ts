import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { shelfApi } from '#shared/shelf/shelf.ts';

/** Reads the shelf and its counts again. */
export function useReloadShelf(): () => void {
  const client = useQueryClient();
  return useCallback(
    () => void client.invalidateQueries({ predicate: ({ queryKey }) => isOfShelf(queryKey[0]) }),
    [client],
  );
}

const isOfShelf = (path: unknown): boolean => typeof path === 'string' && path.startsWith(shelfApi.list.path);
