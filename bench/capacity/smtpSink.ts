import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that accepts everything and records only the time, so that only the sender is measured. */
export async function openSmtpSink() {
  /** When each mail was accepted (`performance.now`, milliseconds). */
  const accepted: number[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData(stream, _session, callback) {
      stream.on('end', () => {
        accepted.push(performance.now());
        callback(null);
      });
      stream.resume();
    },
  });
  // Senders may disconnect in the middle of a mail.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    accepted,
    /** Resolves once `count` mails were accepted; rejects after a minute without one. */
    async until(count: number): Promise<void> {
      const startedAt = performance.now();
      while (accepted.length < count) {
        if (performance.now() - (accepted.at(-1) ?? startedAt) > 60_000)
          throw new Error(`No mail for a minute; ${accepted.length} of ${count} came.`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
