/**
 * Pauses between tries, in seconds: those that the Standard Webhooks scheme proposes, three days and three hours in all.
 * Five seconds are as many as pass until the next sweep.
 */
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Nothing waits longer, whatever a service asks for. */
export const longestPauseSeconds = 2 * 86_400;

/**
 * Seconds until the next try, with jitter of a tenth, so that what failed together does not come back together; at least
 * what the service asked for. Null after the last try.
 * @param attempts tries so far
 * @param wait seconds that the service asked to wait
 */
export function pauseBefore(attempts: number, wait: number, random = Math.random()): number | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  return Math.min(longestPauseSeconds, Math.max(wait, Math.round(pause * (1 + random / 10))));
}
