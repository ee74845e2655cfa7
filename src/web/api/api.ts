import {
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { type Me, preferencesApi, visitApi } from '#shared/accounts/me.ts';
import {
  type BodyInput,
  type Endpoint,
  fillPath,
  type ParamsOf,
  type ResponseOf,
} from '#shared/contract/endpoint.ts';
import { AppError, type ErrorCode, type ErrorDetails, statusOf } from '#shared/contract/errors.ts';
import { siteApi, supportMail } from '#shared/site/site.ts';
import { sessionEnded } from './session.ts';

/** A response that was not OK: the error class of the server, with the status that was received. */
export class CallError extends AppError {
  readonly received: number;
  /** Whether the message came from the server; otherwise it is a general one for the status. */
  readonly told: boolean;

  constructor(status: number, sentence: string, details: ErrorDetails = {}, told = true) {
    super(codeOf(status), sentence, details);
    this.name = 'CallError';
    this.received = status;
    this.told = told;
  }

  /** 0 when there was no response. */
  override get status(): number {
    return this.received;
  }
}

/** The server's error message, or `otherwise` if it sent none. */
export const sentenceOf = (error: Error, otherwise: string): string =>
  (error instanceof CallError && !error.told) || !error.message ? otherwise : error.message;

/**
 * Calls the server and parses the response by its contract.
 * @throws CallError if the response is not OK, is missing, or does not match the contract.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ResponseOf<E>> {
  const response = await ask(endpoint, input);
  const text = await response.text();
  if (!response.ok) throw errorFrom(response.status, text, response.headers.get('Retry-After'));
  const answer = endpoint.response.safeParse(json(text));
  const unread = 'The answer could not be read. Please reload the page and try again.';
  if (!answer.success) throw new CallError(response.status, unread);
  return answer.data as ResponseOf<E>;
}

async function ask<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const { method } = endpoint;
  const { body, signal } = input;
  try {
    return await fetch(addressOf(endpoint, input), {
      method,
      credentials: 'same-origin',
      signal: signal ?? null,
      headers: {
        Accept: 'application/json',
        ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
      },
      body: method === 'GET' ? null : JSON.stringify(body ?? {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(0, 'Litwatch could not be reached. Please check your connection and try again.');
  }
}

/** The server's message and details; a body that is not JSON becomes the message itself. */
export function errorFrom(status: number, text: string, retryAfter: string | null = null): CallError {
  const body = json(text);
  const wait = Number(retryAfter) > 0 ? { retryAfter: Number(retryAfter) } : {};
  if (typeof body !== 'object' || body === null)
    return new CallError(status, plain(text) || generalSentence(status), wait, plain(text) !== '');
  const { message, code: _, ...details } = body as { message?: unknown; code?: unknown } & ErrorDetails;
  const told = typeof message === 'string' && message !== '';
  return new CallError(status, told ? message : generalSentence(status), { ...wait, ...details }, told);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A plain-text response may be shown; the HTML error page of a proxy may not. */
const plain = (text: string): string => (/^\s*</.test(text) ? '' : text.trim().slice(0, 300));

const generalSentence = (status: number): string =>
  status >= 500
    ? 'Something went wrong on our side. Please try again in a moment.'
    : `The request was refused (${status}).`;

function codeOf(status: number): ErrorCode {
  const known = (Object.keys(statusOf) as ErrorCode[]).find((code) => statusOf[code] === status);
  return known ?? (status >= 400 && status < 500 ? 'invalid' : 'unavailable');
}

/** The input of a call, without the parts that its contract does not name. */
export interface CallInput<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: z.input<E['query']>;
  body?: BodyInput<E>;
  signal?: AbortSignal;
}

function addressOf<E extends Endpoint>({ path }: E, { params, query }: CallInput<E>): string {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  ).toString();
  return fillPath(path, params as Record<string, unknown>) + (search && `?${search}`);
}

/** While the server's database is away, a page asks again this often, and gives up after a quarter of an hour. */
const [askAgainMs, asksAtMost] = [3000, 300];

/** Whether the server's database is away and nothing was done, so that the call may be repeated. */
export const isOutage = (error: unknown): boolean =>
  error instanceof CallError && error.details.outage === true && !error.details.mayBeDone;

const retry = (failures: number, error: unknown): boolean => isOutage(error) && failures < asksAtMost;

/** Reads never go stale, and repeat only through an outage of the database. A page invalidates what it changed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      retryDelay: askAgainMs,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      refetchInterval: false,
      staleTime: Number.POSITIVE_INFINITY,
      // A read made while offline fails at once with a message instead of waiting silently.
      networkMode: 'always',
    },
    mutations: { retry, retryDelay: askAgainMs, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: (error, query) => leaveIfExpired(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (...[error, , , , context]) => leaveIfExpired(error, context.meta),
  }),
});

export const useOnline = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const ended = new AbortController();
      for (const event of ['online', 'offline'])
        window.addEventListener(event, listener, { signal: ended.signal });
      return () => ended.abort();
    },
    () => navigator.onLine,
  );

/** The cache key of a read: its filled path, its query and its body. Invalidate with it after a change. */
export const keyOf = <E extends Endpoint>({ path }: E, { params, query, body }: CallInput<E> = {}) =>
  [fillPath(path, params as Record<string, unknown>), ...[query, body].filter(Boolean)] as const;

/** Reads again what a page shows of a call, after a change. */
export const readAgain = <E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(endpoint, input) });

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

/** This installation's support address, payments, and mailbox. Undefined while it loads. */
export const useSite = () => useQuery(reading(siteApi.read)).data;

/** False while the installation's details load. Pages whose layout depends on them wait for it. */
export const useSiteKnown = (): boolean => !useQuery(reading(siteApi.read)).isPending;

/** The signed-in reader. Without a session the browser goes to /auth and returns here after sign-in. */
export function useMe(): Me | undefined {
  return useQuery(reading(visitApi.me)).data?.user;
}

/** A mailto address for support. The subject names the reader's plan if it is already loaded; this never loads it. */
export function useSupportMail(subject?: string): string | undefined {
  const address = useSite()?.supportEmail;
  const me = useQuery({ ...reading(visitApi.me), enabled: false }).data?.user;
  return address && supportMail(address, me?.subscriptionTier, subject);
}

/** A 401 means an ended session only on calls that need one: a wrong password is a 401 too. */
function leaveIfExpired(error: Error, meta: Record<string, unknown> | undefined): void {
  if (error instanceof CallError && error.code === 'unauthenticated' && meta?.access !== 'anyone')
    sessionEnded();
}

/** For a whole page: repeats a read that failed earlier. */
export const asPage = { retryOnMount: true };
/** For parts of a page: they show a failed read instead of repeating it, or the page would jump. */
export const asPart = { retryOnMount: false };

/** The input of a call about the reader. */
export const own = (me: Me) => ({ params: { id: me.id } });

export const preferencesKey = (me: Me) => keyOf(preferencesApi.read, own(me));

export const usePreferences = (me: Me, as = asPart) =>
  useQuery({ ...reading(preferencesApi.read, own(me)), ...as });

/** The reader's time zone; the browser's until the preferences are loaded. */
export const useZone = (me: Me): string | undefined => usePreferences(me).data?.timeZone;
