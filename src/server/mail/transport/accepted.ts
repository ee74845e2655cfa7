/**
 * The ids of mails that a mail server has accepted, noted before anything else happens with them. If a process was killed
 * before the digest's row was updated, the next one asks here whether the mail was sent.
 */
export interface AcceptedMails {
  /** Resolves once the note is as durable as the database. */
  note(id: string): Promise<void>;
  /** Whether any process has noted this mail. */
  has(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Where notes are stored: a file next to the embedded database, or a table of a PostgreSQL server. Notes for the table
 * are first written to a file, from which the next process on this machine copies them.
 */
export type NotesAt = { file: string; databaseUrl: string | null };
