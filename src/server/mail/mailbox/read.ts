import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Address } from 'postal-mime';

/** A line of the list. */
export interface MailSummary {
  /** Name of its file without `.eml`, which sorts by time. */
  id: string;
  /** ISO time when it was sent. */
  at: string;
  from: string;
  to: string[];
  subject: string;
  /** The beginning of the text part. */
  excerpt: string;
}

/** A mail parsed back from its source. */
export interface KeptMail extends MailSummary {
  html: string | null;
  text: string | null;
  /** Every header in order, unfolded. */
  headers: { name: string; value: string }[];
  /** Every link in the text part. */
  links: string[];
  /** Size of the source in bytes. */
  bytes: number;
}

/** Number of mails in the list. Older ones stay in the folder. */
const listed = 200;

/** The latest mails, newest first; empty if the folder does not exist yet. */
export async function listMails(folder: string): Promise<MailSummary[]> {
  const ids = (await mailIds(folder)).slice(0, listed);
  const mails = await Promise.all(ids.map((id) => summaryOf(folder, id)));
  return mails.filter((mail) => mail !== null);
}

/** File names only, so that polling is cheap. */
async function mailIds(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(absent);
  return (names ?? [])
    .filter((name) => name.endsWith('.eml'))
    .map((name) => name.slice(0, -'.eml'.length))
    .sort()
    .reverse();
}

/** The mail with this id; null if there is none. */
export async function readMail(folder: string, id: string): Promise<KeptMail | null> {
  const source = await readSource(folder, id);
  if (!source) return null;
  const mail = await PostalMime.parse(source);
  const text = mail.text ?? null;
  return {
    id,
    at: timeOf(id),
    from: namesOf(mail.from ? [mail.from] : []).join(', '),
    to: namesOf(mail.to ?? []),
    subject: mail.subject ?? '',
    // The heading repeats the subject.
    excerpt: (text ?? '')
      .replace(/^.*\n=+\n/, '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 160),
    html: mail.html ?? null,
    text,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    links: [...new Set(text?.match(/https?:\/\/[^\s<>()]+/g) ?? [])],
    bytes: source.byteLength,
  };
}

/** The mail's source as sent over SMTP; null if there is none. */
export async function readSource(folder: string, id: string): Promise<Buffer | null> {
  if (!/^[\w-]+$/.test(id)) return null;
  return readFile(path.join(folder, `${id}.eml`)).catch(absent);
}

const summaries = new Map<string, MailSummary>();

/** Files never change, so each is read once. The cache drops the oldest first. */
async function summaryOf(folder: string, id: string): Promise<MailSummary | null> {
  const key = path.join(folder, id);
  const known = summaries.get(key);
  if (known) return known;
  const mail = await readMail(folder, id);
  if (!mail) return null;
  const { at, from, to, subject, excerpt } = mail;
  const summary = { id, at, from, to, subject, excerpt };
  summaries.set(key, summary);
  if (summaries.size > 5 * listed) summaries.delete(summaries.keys().next().value!);
  return summary;
}

const namesOf = (addresses: Address[]): string[] =>
  addresses.flatMap((one) =>
    one.group ? namesOf(one.group) : [one.name ? `${one.name} <${one.address}>` : (one.address ?? '')],
  );

/** The name starts with the time: `20260503T070000000Z-…`. */
const timeOf = (id: string): string =>
  id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, '$1-$2-$3T$4:$5:$6.$7Z');

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
