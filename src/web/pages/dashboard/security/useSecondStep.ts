import { useQuery, useQueryClient } from '@tanstack/react-query';
import { secondStepApi } from '#shared/accounts/secondStep.ts';
import { keyOf, reading } from '#web/api/query.ts';

/** The settings of two-step sign-in. Read at each opening, because they may have changed elsewhere. */
export const useSecondStep = () =>
  useQuery({ ...reading(secondStepApi.read), refetchOnMount: 'always', gcTime: 0 });

/** Reads it again after a change. */
export function useSecondStepChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(secondStepApi.read) });
}
