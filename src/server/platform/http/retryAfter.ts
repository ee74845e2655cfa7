/**
 * Milliseconds to wait by `Retry-After`: seconds, or a date relative to `Date`, which the same clock set (RFC 9110, 10.2.3);
 * null without a readable one.
 */
export function retryAfterMs(headers: Headers | Record<string, unknown> = {}): number | null {
  const { date, ...given } = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const said = String(given['retry-after'] ?? '').trim();
  if (/^\d{1,9}(\.\d{1,9})?$/.test(said)) return Number(said) * 1000;
  const wait = Date.parse(said) - Date.parse(String(date));
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
