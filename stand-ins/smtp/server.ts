import { EventEmitter, once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { generate } from 'selfsigned';
import { SMTPServer } from 'smtp-server';
import { openTroubles, type Place } from '../loopback/serve.ts';

type SmtpKind = 'refuse' | 'later' | 'slow' | 'down' | 'drop-after-data';

interface SmtpBehavior {
  /**
   * `refuse`: 550, no such mailbox. `later`: 451, try again. `slow`: greets after `ms`, or at `MAIL` replies then. `down`: closes every connection.
   * `drop-after-data`: keeps the mail but breaks the connection before its reply, so that the sender cannot know.
   */
  kind: SmtpKind;
  /** Limits it to recipients whose address contains or matches this; all by default. */
  to?: string | RegExp;
  /** Number of times, then normal again; always by default. */
  times?: number;
  /** Delay for `slow`, in milliseconds. */
  ms?: number;
  /** Another reply for `refuse` and `later`, with its code in each line, to the command `at` (RCPT by default). */
  response?: string;
  at?: 'MAIL' | 'RCPT' | 'DATA';
}

interface SmtpOptions extends Place {
  /** Accepts mail only from this account, and its password only after STARTTLS. */
  account?: { user: string; password: string };
}

/**
 * A mail server on loopback that accepts and keeps every mail. Without an account it has neither TLS nor a password; with
 * an account it has a self-signed certificate.
 */
export async function startSmtp({ port = 0, host = '127.0.0.1', account }: SmtpOptions = {}) {
  const mails: Mail[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  const sockets = new Map<number, Socket>();
  const troubles = openTroubles<SmtpBehavior>();
  const meets = (kind: SmtpKind, address = '', at?: SmtpBehavior['at']): SmtpBehavior | null =>
    troubles.take((one) => one.kind === kind && one.at === at && concerns(one, address));
  const refusal = (at: SmtpBehavior['at'], address = ''): Error | null => {
    const found = troubles.take(
      (one) => one.kind in replies && (one.at ?? 'RCPT') === at && (at === 'MAIL' || concerns(one, address)),
    );
    return found && reply(found.response ?? replies[found.kind]!);
  };

  const pem = account && (await generate());
  const server = new SMTPServer({
    hideENHANCEDSTATUSCODES: true,
    ...(pem
      ? { key: pem.private, cert: pem.cert, authMethods: ['PLAIN', 'LOGIN'] }
      : { disabledCommands: ['AUTH', 'STARTTLS'] }),
    onAuth({ username, password }, _session, callback) {
      const isRight = username === account?.user && password === account?.password;
      if (isRight) callback(null, { user: username });
      else callback(reply('535 5.7.8 Authentication credentials invalid'));
    },
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(_session, callback) {
      const slow = meets('slow');
      if (slow) delay(slow.ms ?? 5000, undefined, { ref: false }).then(() => callback());
      else callback();
    },
    onRcptTo({ address }, _session, callback) {
      callback(refusal('RCPT', address));
    },
    onMailFrom(_address, _session, callback) {
      const slow = meets('slow', undefined, 'MAIL');
      if (slow) delay(slow.ms, undefined, { ref: false }).then(() => callback());
      else callback(refusal('MAIL'));
    },
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
      readMail(stream, from, to).then((mail) => {
        const refused = refusal('DATA', to[0]);
        if (refused) return callback(refused);
        mails.push(mail);
        arrivals.emit('mail');
        if (to.some((address) => meets('drop-after-data', address)))
          sockets.get(session.remotePort)?.destroy();
        else callback(null, `2.0.0 Ok: queued as ${mails.length}`);
      }, callback);
    },
  });
  // A sender that disconnects mid-way is not an error of this server.
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    if (meets('down')) return socket.destroy();
    const remote = socket.remotePort!;
    sockets.set(remote, socket);
    socket.once('close', () => sockets.delete(remote));
  });
  server.listen(port, host);
  await once(server.server, 'listening');

  return {
    url: `smtp://${host}:${(server.server.address() as AddressInfo).port}`,
    /** Accepted mails, oldest first. */
    mails: mails as readonly Mail[],
    /** Number of different Message-IDs among them, so that mails sent twice count once. */
    get distinct() {
      return new Set(mails.map(({ messageId }) => messageId)).size;
    },
    /** The first mail, present or future, that the predicate accepts; rejects after `seconds`. */
    waitFor: (predicate: (mail: Mail) => boolean, seconds = 50) =>
      waitFor({ mails, arrivals }, predicate, seconds),
    misbehave(wanted: SmtpKind | SmtpBehavior | null): void {
      const behavior = typeof wanted === 'string' ? { kind: wanted } : wanted;
      troubles.set(behavior, behavior?.times);
    },
    clear() {
      mails.length = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
  };
}

export type SmtpStandIn = Awaited<ReturnType<typeof startSmtp>>;

const replies: Partial<Record<SmtpKind, string>> = {
  refuse: '550 5.1.1 No such user here',
  later: '451 4.7.1 Please try again later',
};

function concerns({ to }: SmtpBehavior, address: string): boolean {
  if (to === undefined) return true;
  return typeof to === 'string' ? address.includes(to) : to.test(address);
}

/** The server writes a list as a reply of many lines. */
function reply(text: string): Error {
  const lines = text.split(/\r?\n/);
  const message = lines.map((line) => line.slice(4));
  return Object.assign(new Error(), { responseCode: Number.parseInt(text, 10), message });
}

async function waitFor(
  { mails, arrivals }: { mails: Mail[]; arrivals: EventEmitter },
  predicate: (mail: Mail) => boolean,
  seconds: number,
): Promise<Mail> {
  const signal = AbortSignal.timeout(seconds * 1000);
  for (;;) {
    const there = mails.find(predicate);
    if (there) return there;
    await once(arrivals, 'mail', { signal }).catch(() => {
      const seen = mails.map(({ to, subject }) => `${to.join(', ')}: ${subject}`).join('; ') || 'none';
      throw new Error(`No such mail within ${seconds} s; there came ${seen}.`);
    });
  }
}

/** An accepted mail: envelope, source, and the parsed content. */
export interface Mail {
  /** Envelope sender and recipients. */
  from: string;
  to: string[];
  messageId: string;
  subject: string;
  text: string;
  html: string;
  /** Headers by lower-case name; the first if a name is repeated. */
  headers: Record<string, string>;
  raw: string;
  email: Email;
}

async function readMail(source: Readable, from: string, to: string[]): Promise<Mail> {
  const bytes = await buffer(source);
  const email = await PostalMime.parse(bytes);
  const headers: Record<string, string> = {};
  for (const { key, value } of email.headers) headers[key] ??= value;
  return {
    from,
    to,
    messageId: email.messageId ?? '',
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers,
    raw: bytes.toString('utf8'),
    email,
  };
}
