import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError } from '#shared/contract/errors.ts';
import { errorFields, type Log } from '../runtime/log.ts';
import { unstorable } from './request.ts';

/**
 * Turns an error into a response. An AppError gets its code and sentence. Anything else is a bug: it is logged in full,
 * and the response is a general sentence that reveals nothing.
 */
export function failure(log: Log, http: Context, error: unknown): Response {
  http.header('Cache-Control', 'no-store');
  // Nobody reads this response, and a reader who closes a tab is not a bug.
  if (!(error instanceof AppError) && http.req.raw.signal.aborted) return http.body(null, 400);
  if (isDataException(error)) {
    // A net: a contract should have refused the value before.
    log.warn({ err: error, ...call(http) }, 'the database refused a value');
    return failure(log, http, unstorable());
  }
  if (!(error instanceof AppError)) {
    log.error({ err: error, ...call(http) }, 'a request failed');
    return http.json(
      { message: 'Something went wrong on our side. Please try again in a moment.', code: 'internal' },
      500,
    );
  }
  const { code, message, status, details } = error;
  // Operators look for refused access to detect probing (OWASP ASVS 16.3), and connect attempts by account and network.
  if (status === 401 || status === 403 || status === 429) {
    const { network, account, requestId: request } = http.var;
    log.info({ code, ...call(http), network, account, request }, 'refused');
  }
  if (details.retryAfter !== undefined) http.header('Retry-After', String(details.retryAfter));
  return http.json({ message, code, ...details }, status as ContentfulStatusCode);
}

declare module 'hono' {
  interface ContextVariableMap {
    /** The caller's coarse network, and a keyed hash of the account that a call names. */
    network: string;
    account: string;
  }
}

/** PostgreSQL's class 22: a value that its type cannot hold. */
const isDataException = (error: unknown): boolean => /^22...$/.test(errorFields(error).code ?? '');

/** The route's pattern, never the requested path: that may hold a token, and would make endlessly many series of figures. */
export const routeOf = (http: Context): string | undefined =>
  matchedRoutes(http).find(({ path }) => !path.includes('*'))?.path;
const call = (http: Context) => ({ method: http.req.method, path: routeOf(http) ?? 'unknown' });
