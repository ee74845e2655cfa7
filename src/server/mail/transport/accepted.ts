/**
 * The ids of mails that a mail server has accepted, noted before anything else is done about them. A process that is
 * killed before the digest's row says so asks here whether its mail was sent.
 */
export interface AcceptedMails {
  /** Resolves once the note would survive what the database survives. */
  note(id: string): Promise<void>;
  /** Whether this mail was noted, by whichever process. */
  has(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Where notes are taken: a file beside the embedded database, or a table of a PostgreSQL server. On their way to the table
 * they stand in a file, too, from which the next process on this machine adopts them.
 */
export type NotesAt = { file: string; databaseUrl: string | null };
