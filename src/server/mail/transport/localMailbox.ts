import { randomBytes } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '#platform/runtime/makeFolder.ts';
import { messageOf } from './message.ts';
import type { Transport } from './types.ts';

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
