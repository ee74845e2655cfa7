import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { accountApi, type Me } from '#shared/accounts/account.ts';
import { type Endpoint, fillPath, type ResponseOf } from '#shared/contract/endpoint.ts';
import { siteApi, supportMail } from '#shared/site/site.ts';
import { CallError, type CallInput, call } from './api.ts';
import { sessionEnded } from './session.ts';

/** Reads never go stale by themselves and are never repeated by themselves (specification §7): pages invalidate. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
      // A read made while offline fails at once with a sentence instead of waiting without a word.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: (error, query) => leaveIfExpired(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _v, _c, _m, context) => leaveIfExpired(error, context.meta),
  }),
});

/** The key of a read: its path, filled, and its query. Invalidate with it after a change. */
export const keyOf = <E extends Endpoint>(endpoint: E, { params, query }: CallInput<E> = {}) =>
  [fillPath(endpoint.path, params as Record<string, unknown>), ...(query ? [query] : [])] as const;

/** Options of a read, for `useQuery`, `useSuspenseQuery`, `queryClient.fetchQuery` and the like. */
export const reading = <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  queryOptions<ResponseOf<E>>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
    meta: { access: endpoint.access },
  });

type ActionOptions<E extends Endpoint> = Omit<
  UseMutationOptions<ResponseOf<E>, Error, CallInput<E>>,
  'mutationFn' | 'meta'
>;

/** A write: `const add = useAction(searchTermApi.immediateSearch, { onSuccess })`, then `add.mutate({ body })`. */
export const useAction = <E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}) =>
  useMutation<ResponseOf<E>, Error, CallInput<E>>({
    ...options,
    mutationFn: (input) => call(endpoint, input),
    meta: { access: endpoint.access },
  });

/** What this installation is: support address, payments, mailbox. Undefined while it loads. */
export const useSite = () => useQuery(reading(siteApi.read)).data;

/** False while that is still being asked: pages that would move when it comes wait for it. */
export const useSiteKnown = (): boolean => !useQuery(reading(siteApi.read)).isPending;

/** The signed-in reader. Without one the reader is sent to /auth and comes back here afterwards. */
export function useMe(): Me | undefined {
  return useQuery(reading(accountApi.me)).data?.user;
}

/** Address of a mail to support, marked with the reader's plan where the reader is known already: nobody is asked for it. */
export function useSupportMail(subject?: string): string | undefined {
  const address = useSite()?.supportEmail;
  const me = useQuery({ ...reading(accountApi.me), enabled: false }).data?.user;
  return address && supportMail(address, me?.subscriptionTier, subject);
}

/** Only calls that ask for a session say that it ended: a wrong password is a 401 too. */
function leaveIfExpired(error: Error, meta: Record<string, unknown> | undefined): void {
  if (error instanceof CallError && error.code === 'unauthenticated' && meta?.access !== 'anyone')
    sessionEnded();
}
