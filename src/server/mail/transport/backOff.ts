import { LRUCache } from 'lru-cache';
import { minuteMs } from '#shared/values/time.ts';
import { domainOf } from './message.ts';
import type { Transport } from './types.ts';

const firstPause = minuteMs;
const longestPause = 15 * minuteMs;
/** More domains than defer mail at once. One that is forgotten is asked again, and says so again. */
const domainsAtMost = 10_000;

/**
 * When a receiving domain defers a mail because of load, all mail to that domain waits: one minute at first, doubling
 * up to 15 minutes, reset by the first mail that is accepted. Kept in memory: each process learns it separately.
 */
export function withBackOff(transport: Transport, now: () => Date): Transport {
  const paused = new LRUCache<string, { until: number; pause: number }>({ max: domainsAtMost });

  return {
    async send(mail) {
      const domain = domainOf(mail.to);
      const state = paused.get(domain);
      if (state && state.until > now().getTime())
        return { outcome: 'later', response: `${domain} is deferring our mail.` };

      const answer = await transport.send(mail);
      if (answer.outcome === 'later' && isDomainWide(answer.response)) {
        const pause = Math.min(longestPause, state ? state.pause * 2 : firstPause);
        paused.set(domain, { until: now().getTime() + pause, pause });
      } else if (answer.outcome !== 'later') paused.delete(domain);
      return answer;
    },
    close: () => transport.close(),
  };
}

/**
 * Whether a reply is about load or rate (RFC 3463: 4.3.2, 4.7.x; 421), unlike greylisting of one sender and recipient.
 */
const isDomainWide = (response: string): boolean =>
  /^421\b|^4\d\d[ -]4\.(3\.2|7\.(0|28|5\d\d|6\d\d))\b|too many|rate limit|throttl/i.test(response);
