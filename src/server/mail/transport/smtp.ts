import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import { withoutAddresses } from '#platform/runtime/log.ts';
import type { NotesAt } from './accepted.ts';
import type { SmtpReply, SmtpRequest, SmtpThreadData } from './smtpThread.ts';
import type { Mailer } from './types.ts';

/** A pending call of `send`. */
interface Pending {
  answer(reply: SmtpReply): void;
  fail(error: Error): void;
}

interface SmtpOptions {
  url: string;
  from: string;
  dkim: Config['mail']['dkim'];
  /** Where accepted mails are noted. With null nothing is noted, and `has` knows no mail. */
  notesAt: NotesAt | null;
  log: Log;
  now: () => Date;
  /** Whether to start the thread before the first mail. */
  startNow: boolean;
}

/**
 * Pooled SMTP in a thread that starts with the first mail, or immediately. SMTP_URL may contain nodemailer's own settings
 * as a query, and these take precedence: `smtps://user:pass@mail.example/?maxConnections=2&rateLimit=10`.
 */
export function openSmtp({ url, from, dkim, notesAt, log, now, startNow }: SmtpOptions): Mailer {
  const thread = openThread({ options: poolOptions(url, dkim), from, notesAt }, log);
  if (startNow) thread.start();
  return {
    async send(mail) {
      const reply = await thread.ask({ kind: 'send', mail, at: now() });
      if (!('outcome' in reply)) throw new TypeError('The SMTP thread gave the wrong answer.');
      const { outcome, trouble } = reply;
      if (outcome.outcome === 'sent') return outcome;
      const response = withoutAddresses(outcome.response);
      log.warn({ mail: mail.id, outcome: { ...outcome, response }, err: trouble }, 'a mail was not sent');
      return outcome;
    },
    async has(mailId) {
      const reply = await thread.ask({ kind: 'has', mailId });
      if ('failure' in reply) throw new Error(reply.failure.message);
      return 'has' in reply && reply.has;
    },
    close: () => thread.close(),
  };
}

const poolOptions = (url: string, dkim: Config['mail']['dkim']): SmtpThreadData['options'] => ({
  url,
  // Never sends a password or mails unencrypted over a network; `?requireTLS=false` allows it.
  requireTLS: !isLoopback(url),
  pool: true,
  maxConnections: 4,
  maxMessages: 100,
  // A connection that broke during a mail may have delivered it, so the queue decides whether to retry.
  maxRequeues: 0,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
  ...(dkim ? { dkim: { ...dkim, headerFieldNames: signedHeaders } } : {}),
});

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;

/** Replaces a failed thread at the next request. Its pending requests are rejected, and their mails are in doubt. */
function openThread(data: SmtpThreadData, log: Log) {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let lastId = 0;

  function start(): Worker {
    // Node strips the thread's types itself, which takes a quarter of the compiler's time to start.
    const started = new Worker(new URL('./smtpThread.ts', import.meta.url), {
      name: 'smtp',
      execArgv: [],
      workerData: data,
    });
    started.on('message', (reply: SmtpReply) => {
      if ('notNoted' in reply) {
        log.warn({ err: reply.notNoted }, 'an accepted mail could not be noted');
        return;
      }
      pending.get(reply.id)?.answer(reply);
      settle(reply.id);
    });
    started.on('error', (error) => log.error({ err: error }, 'the SMTP thread failed'));
    started.on('exit', () => {
      if (worker === started) worker = null;
      for (const [id, { fail }] of pending) {
        settle(id);
        fail(new Error('The SMTP thread ended.'));
      }
    });
    return started;
  }

  /** Only a pending request keeps the process running. */
  function settle(id: number): void {
    pending.delete(id);
    if (!pending.size) worker?.unref();
  }

  return {
    start(): void {
      worker = start();
      worker.unref();
    },
    ask: (request: WithoutId<SmtpRequest>): Promise<SmtpReply> =>
      new Promise((answer, fail) => {
        worker ??= start();
        worker.ref();
        const id = ++lastId;
        pending.set(id, { answer, fail });
        worker.postMessage({ ...request, id });
      }),
    async close(): Promise<void> {
      const closing = worker;
      if (!closing) return;
      const ended = new Promise((resolve) => closing.once('exit', resolve));
      closing.ref();
      closing.postMessage({ kind: 'close' } satisfies SmtpRequest);
      const isEnded = await Promise.race([ended.then(() => true), delay(closeMs, false, { ref: false })]);
      if (!isEnded) await closing.terminate();
    },
  };
}

/** How long pending mails may delay closing the thread. */
const closeMs = 2000;

/**
 * Connects and signs in, but sends nothing.
 * @throws the mail server's error, or the connection's, within 15 seconds
 */
export async function verifySmtp(url: string): Promise<void> {
  // Loaded when it is needed: a process that only serves pages sends no mail, and this takes 5 MB.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    requireTLS: !isLoopback(url),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    dnsTimeout: 5000,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Whether the mail server runs on this computer. */
const isLoopback = (url: string): boolean =>
  /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);

/** RFC 8058 (4) requires a signature over both unsubscribe headers; nodemailer's own list lacks the second. */
const signedHeaders =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:List-Id:List-Unsubscribe:List-Unsubscribe-Post';
