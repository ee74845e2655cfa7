/** Seconds between attempts, as Standard Webhooks proposes: three days and three hours. The first is the sweep's interval. */
const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Upper bound, whatever a service asks for. */
export const longestPauseSeconds = 2 * 86_400;

/**
 * Seconds until the next attempt, at least as long as the service asked. A jitter of a tenth spreads deliveries that failed
 * together. Null after the last attempt.
 * @param attempts number of attempts so far
 * @param wait seconds that the service asked us to wait
 */
export function pauseBefore(attempts: number, wait: number, random = Math.random()): number | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  return Math.min(longestPauseSeconds, Math.max(wait, Math.round(pause * (1 + random / 10))));
}

/** Attempts, those included that a killed process did not finish. */
export const mostAttempts = pauses.length + 1;
