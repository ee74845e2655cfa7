import { minuteMs } from '#shared/values/time.ts';

/** A pause this long ends a visit. */
const pauseMs = 30 * minuteMs;

interface Visit {
  /** End of the previous visit, in milliseconds; null on the first. */
  since: number | null;
  /** When this browser was last here. */
  seen: number;
}

/** The current visit: the stored one, or a new one after a pause of half an hour. */
export function continueVisit(stored: Visit | null, now: number): Visit {
  if (!stored) return { since: null, seen: now };
  return { since: now - stored.seen > pauseMs ? stored.seen : stored.since, seen: now };
}

/** When the reader's last visit with this browser ended; null on the first. Counts this call as a visit. */
export function lastVisitOf(userId: string, now = Date.now()): number | null {
  const key = `visit ${userId}`;
  const visit = continueVisit(read(localStorage.getItem(key)), now);
  localStorage.setItem(key, JSON.stringify(visit));
  return visit.since;
}

function read(text: string | null): Visit | null {
  try {
    const visit = JSON.parse(text ?? 'null') as Visit | null;
    return typeof visit?.seen === 'number' ? visit : null;
  } catch {
    return null;
  }
}
