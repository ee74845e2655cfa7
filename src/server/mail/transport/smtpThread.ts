import { parentPort, workerData } from 'node:worker_threads';
import { createTransport, type NodemailerError } from 'nodemailer';
import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import type { AcceptedMails, NotesAt } from './accepted.ts';
import { openJournal } from './acceptedJournal.ts';
import { openAcceptedTable } from './acceptedTable.ts';
import { messageOf } from './message.ts';
import { outcomeOf } from './reply.ts';
import type { MailOutcome, OutgoingMail } from './types.ts';

/**
 * The thread that speaks SMTP. It writes a mail's source, hands it to the server, and notes at once that the server
 * accepted it, while the main thread may be busy for many milliseconds. If the process is killed, only a mail whose reply
 * was on its way is in doubt. A connection gets its next mail after the last one is noted, so each has at most one mail
 * in doubt.
 */

export interface SmtpThreadData {
  options: SMTPPoolOptions & { url: string };
  /** MAIL_FROM */
  from: string;
  notesAt: NotesAt | null;
}

export type SmtpRequest =
  | { kind: 'send'; id: number; mail: OutgoingMail; at: Date }
  | { kind: 'has'; id: number; mailId: string }
  | { kind: 'close' };

/** Known details of an error of the mail server, of the connection, or of the database. */
export interface Trouble {
  message: string;
  code?: string;
  command?: string;
}

export type SmtpReply =
  | { id: number; outcome: MailOutcome; trouble?: Trouble }
  | { id: number; has: boolean }
  /** It is unknown whether the note exists. */
  | { id: number; failure: Trouble }
  | { notNoted: Trouble };

const { options, from, notesAt } = workerData as SmtpThreadData;
const port = parentPort!;
const transport = createTransport(options);
const notes = notesAt ? openNotes(notesAt) : null;
const connections = (transport.options as SMTPPoolOptions).maxConnections ?? 1;

let inHand = 0;
const waiting: (() => void)[] = [];

port.on('message', (request: SmtpRequest) => {
  if (request.kind === 'send') void send(request);
  else if (request.kind === 'has') void has(request);
  else void close();
});

function openNotes({ file, databaseUrl }: NotesAt): AcceptedMails {
  if (!databaseUrl) return openJournal(file, { onDisk: true });
  const table = openAcceptedTable(databaseUrl);
  const journal = openFile(file);
  if (!journal) return table;
  return {
    async note(id) {
      await Promise.all([journal.note(id), table.note(id)]);
    },
    has: (id) => table.has(id),
    async close() {
      await Promise.all([journal.close(), table.close()]);
    },
  };
}

/** Null if no file can be written, as in a container with a read-only disk. The table is enough there. */
function openFile(file: string): AcceptedMails | null {
  try {
    return openJournal(file, { onDisk: false });
  } catch (error) {
    answer({ notNoted: troubleOf(error) });
    return null;
  }
}

function answer(reply: SmtpReply): void {
  port.postMessage(reply);
}

async function send({ id, mail, at }: Extract<SmtpRequest, { kind: 'send' }>): Promise<void> {
  if (inHand >= connections) await new Promise<void>((resolve) => waiting.push(resolve));
  else inHand++;
  try {
    const { response } = await transport.sendMail({
      ...messageOf(mail, from, at),
      // A server that sends its reply very slowly must not outlast the job.
      signal: AbortSignal.timeout(90_000),
    });
    const noted = notes?.note(mail.id);
    answer({ id, outcome: { outcome: 'sent', response } });
    await noted?.catch((error: unknown) => answer({ notNoted: troubleOf(error) }));
  } catch (error) {
    answer({ id, outcome: outcomeOf(error as NodemailerError), trouble: troubleOf(error) });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else inHand--;
  }
}

async function has({ id, mailId }: Extract<SmtpRequest, { kind: 'has' }>): Promise<void> {
  try {
    answer({ id, has: (await notes?.has(mailId)) ?? false });
  } catch (error) {
    answer({ id, failure: troubleOf(error) });
  }
}

async function close(): Promise<void> {
  transport.close();
  await notes?.close().catch(() => undefined);
  port.close();
}

function troubleOf(error: unknown): Trouble {
  const { message, code, command } = error as Error & { code?: string; command?: string };
  return { message, ...(code ? { code } : {}), ...(command ? { command } : {}) };
}
