/**
 * How long a `Retry-After` header asks to wait, in milliseconds; null when there is none that can be read.
 * Seconds or an HTTP date (RFC 9110, 10.2.3); a date counts from the server's own `Date`, whose clock set it.
 */
export function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const then = Date.parse(text);
  const now = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(then) || Number.isNaN(now)) return null;
  return Math.max(0, then - now);
}
