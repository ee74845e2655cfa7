import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError } from '../shared/errors.ts';
import type { Log } from './log.ts';

/**
 * What went wrong, as the caller is told: an AppError by its code and sentence; anything else is a bug of ours,
 * logged whole and answered with a general sentence that gives nothing away.
 */
export function failure(log: Log, http: Context, error: unknown): Response {
  http.header('Cache-Control', 'no-store');
  if (!(error instanceof AppError)) {
    log.error({ err: error, method: http.req.method, path: http.req.routePath }, 'a request failed');
    return http.json(
      { message: 'Something went wrong on our side. Please try again in a moment.', code: 'internal' },
      500,
    );
  }
  const { code, message, status, details } = error;
  if (details.retryAfter !== undefined) http.header('Retry-After', String(details.retryAfter));
  return http.json({ message, code, ...details }, status as ContentfulStatusCode);
}
