import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Platform } from '#platform/platform.ts';
import type { Config } from '#platform/runtime/config.ts';
import { withoutAddresses } from '#platform/runtime/log.ts';
import { makeFolder } from '#platform/runtime/makeFolder.ts';
import { minuteMs } from '#shared/values/time.ts';
import { withNotes } from './accepted.ts';
import { domainOf, messageOf } from './message.ts';
import { greetingOf, openSmtp } from './smtp.ts';
import type { Mailer, Transport } from './types.ts';

/**
 * SMTP if it is configured; otherwise, outside production, the local mailbox, a folder of `.eml` files in DATA_DIR. In
 * production without SMTP no mail is sent. Opens no connection before the first mail.
 */
export function openMailer(
  config: Pick<Config, 'dataDir' | 'mail' | 'baseUrl'>,
  app: Pick<Platform, 'db' | 'log' | 'now'>,
): Mailer {
  return withNotes(openTransport(config, app), app);
}

function openTransport(
  config: Pick<Config, 'dataDir' | 'mail' | 'baseUrl'>,
  { log, now }: Pick<Platform, 'log' | 'now'>,
): Transport {
  const { smtpUrl, isOff, from, dkim } = config.mail;
  if (isOff) return noMail;
  if (!smtpUrl) return openLocalMailbox(mailboxFolder(config), from, now);
  return withBackOff(openSmtp({ url: smtpUrl, from, name: greetingOf(config), dkim, log, now }), now);
}

/** Rejects everything. Digests and notices never get here without mail; this only answers explicit requests for a mail. */
const noMail: Transport = {
  send: async () => ({
    outcome: 'refused',
    code: null,
    response: 'no mail server is set up (SMTP_URL).',
    fault: 'mail',
  }),
  close: async () => {},
};

/** The folder of the local mailbox, inside DATA_DIR. */
export const mailboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => `${dataDir}/mailbox`;

/** Where mails go without a mail server: `.eml` files, each whole or absent, sorted by time. `/mailbox` shows them. */
export function openLocalMailbox(folder: string, from: string, now: () => Date): Transport {
  let composing: ReturnType<typeof openComposer> | null = null;

  return {
    async send(mail) {
      const at = now();
      composing ??= openComposer();
      const { message } = await (await composing).sendMail(messageOf(mail, from, at));
      makeFolder(folder);
      const name = nameOf(mail.id, at);
      const draft = path.join(folder, `.${name}.part`);
      await writeFile(draft, message as Buffer);
      await rename(draft, path.join(folder, `${name}.eml`));
      return { outcome: 'sent', response: `250 2.0.0 kept in the local mailbox as ${name}` };
    },
    async close() {
      (await composing)?.close();
    },
  };
}

/** With the first mail, because a process that only serves pages sends none, and the library takes 5 MB. */
async function openComposer() {
  const { createTransport } = await import('nodemailer');
  return createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
}

/** The random suffix distinguishes two copies of one mail, as a real mailbox would. */
const nameOf = (id: string, at: Date): string =>
  `${at.toISOString().replace(/[-:.]/g, '')}-${id.replace(/[^\w-]+/g, '-').slice(0, 80)}-${randomBytes(3).toString('hex')}`;

const firstPause = minuteMs;
const longestPause = 15 * minuteMs;
/** So many mails in a row, refused in the same words that blame the sender, mean that all will be. */
const repliesToPause = 5;
/** More domains than defer mail at once. One that is forgotten is asked again, and says so again. */
const domainsAtMost = 10_000;

/**
 * When a receiving domain defers a mail because of load, all mail to that domain waits: one minute at first, doubling
 * up to 15 minutes, reset by the first mail that is accepted. When the mail server refuses the sender itself, as at a daily
 * limit, all mail waits in the same way. Kept in memory: each process learns it separately.
 */
export function withBackOff(transport: Transport, now: () => Date): Transport {
  /** The last reply that blames us, in a row of mails without an accepted one. */
  const ours = { words: '', mails: new Set<string>(), until: 0, pause: 0 };

  /** @returns the end of the pause that this reply starts */
  function heed(id: string, response: string): Date | undefined {
    const words = withoutAddresses(response).replace(/\d+/g, '').slice(0, 200);
    if (words !== ours.words) Object.assign(ours, { words, mails: new Set(), pause: 0 });
    ours.mails.add(id);
    if (ours.mails.size < repliesToPause) return;
    ours.pause = Math.min(longestPause, ours.pause * 2 || firstPause);
    ours.until = now().getTime() + ours.pause;
    return new Date(ours.until);
  }

  const paused = new LRUCache<string, { until: number; pause: number }>({ max: domainsAtMost });

  return {
    async send(mail) {
      if (ours.until > now().getTime())
        return { outcome: 'later', response: 'All mail waits, because the mail server refuses the sender.' };
      const domain = domainOf(mail.to);
      const state = paused.get(domain);
      if (state && state.until > now().getTime())
        return { outcome: 'later', response: `${domain} is deferring our mail.` };

      const answer = await transport.send(mail);
      if (answer.outcome === 'sent') Object.assign(ours, { words: '', mails: new Set(), until: 0, pause: 0 });
      if (answer.outcome === 'later' && answer.isOurs)
        return { ...answer, pausedUntil: heed(mail.id, answer.response) };
      if (answer.outcome === 'later' && isDomainWide(answer.response)) {
        const pause = Math.min(longestPause, state ? state.pause * 2 : firstPause);
        paused.set(domain, { until: now().getTime() + pause, pause });
      } else if (answer.outcome !== 'later') paused.delete(domain);
      return answer;
    },
    close: () => transport.close(),
  };
}

/** Whether a reply is about load or rate (RFC 3463: 4.3.2, 4.7.x; 421), unlike greylisting of one sender and recipient. */
const isDomainWide = (response: string): boolean =>
  /^421\b|^4\d\d[ -]4\.(3\.2|7\.(0|28|5\d\d|6\d\d))\b|too many|rate limit|throttl/i.test(response);
