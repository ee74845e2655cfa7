import { minuteMs } from '#shared/time.ts';
import { domainOf } from './message.ts';
import type { Mailer } from './open.ts';

const firstPause = minuteMs;
const longestPause = 15 * minuteMs;

/**
 * When a receiving domain asks us to come back later, its other mails wait too instead of knocking one by one:
 * a minute at first, doubling up to a quarter of an hour, forgotten with the first mail that is taken.
 * Kept in memory: another process finds out by itself.
 */
export function withBackOff(mailer: Mailer, now: () => Date): Mailer {
  const paused = new Map<string, { until: number; pause: number }>();

  return {
    async send(mail) {
      const domain = domainOf(mail.to);
      const state = paused.get(domain);
      if (state && state.until > now().getTime())
        return { outcome: 'later', response: `${domain} asked us to come back later.` };

      const answer = await mailer.send(mail);
      if (answer.outcome === 'later' && isTheirs(answer.response)) {
        const pause = Math.min(longestPause, state ? state.pause * 2 : firstPause);
        paused.set(domain, { until: now().getTime() + pause, pause });
      } else if (answer.outcome !== 'later') paused.delete(domain);
      return answer;
    },
    close: () => mailer.close(),
  };
}

/** Replies that speak of load or rate (RFC 3463: 4.3.2, 4.7.x; 421), not of greylisting one pair of addresses. */
const isTheirs = (response: string): boolean =>
  /^421\b|^4\d\d[ -]4\.(3\.2|7\.(0|28|5\d\d|6\d\d))\b|too many|rate limit|throttl/i.test(response);
