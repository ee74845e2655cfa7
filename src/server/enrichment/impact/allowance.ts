/**
 * The share of the day's allowance that is left by OpenAlex's own count, 0 to 1; null when a reply does not say.
 * In dollars since 2026, in credits before: https://developers.openalex.org/api-reference/authentication
 */
export function allowanceLeft(headers: Headers): number | null {
  for (const unit of ['-usd', '']) {
    const left = figure(headers, `x-ratelimit-remaining${unit}`);
    const whole = figure(headers, `x-ratelimit-limit${unit}`);
    if (left !== null) return whole ? left / whole : Math.min(Math.max(left, 0), 1);
  }
  return null;
}

function figure(headers: Headers, name: string): number | null {
  const text = headers.get(name)?.trim();
  const value = text ? Number(text) : Number.NaN;
  return Number.isNaN(value) ? null : value;
}
