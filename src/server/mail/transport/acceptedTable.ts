import { openOwnConnection } from '#platform/ownConnection.ts';
import type { AcceptedMails } from './accepted.ts';

/** Milliseconds without further notes after the database failed to take one. */
const pauseMs = 10_000;

/**
 * The ids of accepted mails in the table `accepted_mails`, over a separate connection, so that no note waits for a write
 * of digests. Notes that arrive together share a statement. While the database takes no notes, `note` rejects
 * immediately; then the digest's row is the only record.
 */
export function openAcceptedTable(databaseUrl: string): AcceptedMails {
  const connection = openOwnConnection(databaseUrl, 'litwatch accepted mails');
  let failedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<unknown> = Promise.resolve();
  let next: { ids: string[]; written: Promise<void> } | null = null;

  async function write(ids: string[]): Promise<void> {
    if (performance.now() - failedAt < pauseMs) throw new Error('Accepted mails cannot be noted for now.');
    try {
      await connection.query(insert, [ids]);
    } catch (error) {
      failedAt = performance.now();
      throw error;
    }
  }

  function startBatch() {
    const ids: string[] = [];
    const written = last.then(() => {
      next = null;
      return write(ids);
    });
    last = written.catch(() => undefined);
    return { ids, written };
  }

  return {
    note(id) {
      next ??= startBatch();
      next.ids.push(id);
      return next.written;
    },
    async has(id) {
      const rows = await connection.query('select 1 from accepted_mails where id = $1', [id]);
      return rows.length > 0;
    },
    async close() {
      await last;
      await connection.close();
    },
  };
}

const insert = 'insert into accepted_mails (id) select unnest($1::text[]) on conflict do nothing';
