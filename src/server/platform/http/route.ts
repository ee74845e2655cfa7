import type { Context } from 'hono';
import type { MailBlock } from '#shared/accounts/me.ts';
import type { Tier } from '#shared/billing/plan.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseInput } from '#shared/contract/endpoint.ts';

/** The signed-in, verified person behind a call. */
export interface Reader {
  id: string;
  email: string;
  researchField: string | null;
  /** Null on a server without billing. */
  subscriptionTier: Tier | null;
  isUnlimited: boolean;
  topicsPerReader: number | null;
  isAdmin: boolean;
  hasPassword: boolean;
  /** Why mail to the address is blocked; null if it is not. */
  mailBlocked: MailBlock | null;
  /** The address through which the reader's library opens papers; null without one. */
  libraryLink: string | null;
  createdAt: Date;
  sessionId: string;
  /** Every request proves who calls, as those through a proxy do, so that nothing has to be proven again. */
  isProven?: true;
}

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** Null only if the contract admits anyone. */
  reader: Reader | null;
  /** The client's network for rate limits: an IPv4 address, or the /64 of an IPv6 address (see clientNetwork.ts). */
  network: string;
  http: Context;
}

/** A call whose contract requires a session: it has a reader. */
export type SignedInCall<E extends Endpoint> = Call<E> & { reader: Reader };

/** A contract with its handler; `A` is the app that the handler needs. */
export type Route<A> = { endpoint: Endpoint; handle: (app: A, call: Call<Endpoint>) => Promise<unknown> };

/** A handler returns the response of its contract, or a whole `Response` (a page, a redirect, a file). */
type Answer<E extends Endpoint> = Promise<ResponseInput<E> | Response>;

/** Binds a contract to its handler. */
export const serve = <E extends Endpoint, A>(
  endpoint: E,
  handle: (app: A, call: Call<E>) => Answer<E>,
): Route<A> => ({ endpoint, handle: handle as Route<A>['handle'] });

/** As `serve`, for contracts that require a session. */
export const serveReader = <E extends Endpoint, A>(
  endpoint: E,
  handle: (app: A, call: SignedInCall<E>) => Answer<E>,
): Route<A> => ({ endpoint, handle: handle as Route<A>['handle'] });
