import type { Db } from '#platform/db/open.ts';

/** Both parts of a mail, as its row holds them. */
export interface Written {
  html: string;
  text: string;
}

/** Some seconds of a week's run; a few megabytes. */
const atMost = 64;

const kept = new WeakMap<Db, Map<string, Written>>();

/** Keeps the mail of a digest that was just composed here, so that it need not be read again to be sent. */
export function keepFresh(db: Db, digestId: string, mail: Written): void {
  const mails = kept.get(db) ?? new Map<string, Written>();
  kept.set(db, mails);
  mails.set(digestId, mail);
  // The oldest: it is sent by somebody else, or much later.
  if (mails.size > atMost) mails.delete(mails.keys().next().value!);
}

/** Null when it was composed by another process, or a while ago: the row has it. A digest's mail never changes. */
export function takeFresh(db: Db, digestId: string): Written | null {
  const mail = kept.get(db)?.get(digestId) ?? null;
  kept.get(db)?.delete(digestId);
  return mail;
}
