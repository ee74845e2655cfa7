import type { NodemailerError } from 'nodemailer';
import PQueue from 'p-queue';
import type { Config } from '#platform/runtime/config.ts';
import { type Log, withoutAddresses } from '#platform/runtime/log.ts';
import { storable } from '#shared/values/boundedText.ts';
import { addressOf, domainOf, messageOf } from './message.ts';
import { faultOf } from './reply.ts';
import type { MailOutcome, Transport } from './types.ts';

interface SmtpOptions {
  url: string;
  from: string;
  /** For the greeting. */
  name: string;
  dkim: Config['mail']['dkim'];
  log: Log;
  now: () => Date;
}

/**
 * Pooled SMTP, which connects with the first mail. SMTP_URL may contain nodemailer's own settings as a query, and these
 * take precedence: `smtps://user:pass@mail.example/?maxConnections=2&rateLimit=10`.
 */
export function openSmtp({ url, from, name, dkim, log, now }: SmtpOptions): Transport {
  let opening: ReturnType<typeof openPool> | null = null;
  return {
    async send(mail) {
      opening ??= openPool(url, name, dkim);
      const { pool, turns } = await opening;
      try {
        const message = messageOf(mail, from, now());
        const { response } = await turns.add(
          ({ signal }) => {
            mail.lost?.throwIfAborted();
            return pool.sendMail({ ...message, signal });
          },
          // A server that sends its reply very slowly must not outlast the job.
          { timeout: sendMs, signal: AbortSignal.timeout(waitMs + sendMs) },
        );
        return { outcome: 'sent', response };
      } catch (error) {
        const { message, code, command } = error as NodemailerError;
        const outcome = outcomeOf(error as NodemailerError, addressOf(from), mail.to);
        const logged = { ...outcome, response: withoutAddresses(outcome.response) };
        log.warn({ mail: mail.id, outcome: logged, err: { message, code, command } }, 'a mail was not sent');
        return outcome;
      }
    },
    async close() {
      (await opening)?.pool.close();
    },
  };
}

/** How long a mail may take from the moment that it has a connection, and how long it may wait for one. */
const sendMs = 90_000;
const waitMs = 120_000;

const connections = 4;

/** Loaded when it is needed: a process that only serves pages sends no mail, and the library takes 5 MB. */
async function openPool(url: string, name: string, dkim: Config['mail']['dkim']) {
  const { createTransport } = await import('nodemailer');
  const pool = createTransport({
    url,
    name,
    // Never sends a password or mails unencrypted over a network; `?requireTLS=false` allows it.
    requireTLS: !isLoopback(url),
    pool: true,
    maxConnections: connections,
    maxMessages: 100,
    // A connection that broke during a mail may have delivered it, so the queue decides whether to retry.
    maxRequeues: 0,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    ...(dkim ? { dkim: { ...dkim, headerFieldNames: signedHeaders } } : {}),
  });
  // As many as there are connections, so that nodemailer lets none wait and the limit of time begins with a connection.
  return { pool, turns: new PQueue({ concurrency: pool.options.maxConnections ?? connections }) };
}

/**
 * Connects and signs in, but sends nothing.
 * @throws the mail server's error, or the connection's, within 15 seconds
 */
export async function verifySmtp(url: string, name: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: 5000, greetingTimeout: 5000, dnsTimeout: 5000 };
  const transport = createTransport({ url, name, requireTLS: !isLoopback(url), ...timeouts });
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

/** Commands after which a 5xx reply is about this mail. Earlier replies are about the server or about us. */
const aboutTheMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** RFC 5321 (4.2.1): 5yz is final; after 4yz, or a connection that broke without a reply, a retry may succeed. */
export function outcomeOf(error: NodemailerError, from: string, to: string): MailOutcome {
  const response = storable((error.response ?? error.message).slice(0, 500));
  const code = error.responseCode ?? null;
  const command = error.command ?? '';
  if (code && error.permanent && aboutTheMail.has(command)) {
    const fault = faultOf({ response, command, from, to });
    if (fault === 'ours' || fault === 'wait')
      return { outcome: 'later', response, ...(fault === 'ours' ? { isOurs: true } : {}) };
    return { outcome: 'refused', code, response, fault };
  }
  // Refused here, before any server has said a word: an answer that is no reply is the server's trouble.
  if (!error.response && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE'))
    return { outcome: 'refused', code: null, response, fault: 'mail' };
  return { outcome: 'later', response };
}

/** The name to greet a mail server with (RFC 5321, 4.1.1.1): BASE_URL's host, or the sender's domain if that is local. */
export function greetingOf({ baseUrl, mail }: Pick<Config, 'baseUrl' | 'mail'>): string {
  const { hostname } = new URL(baseUrl);
  return /^[^.]+$|^[\d.]+$|[:[]/.test(hostname) ? domainOf(mail.from) : hostname;
}
