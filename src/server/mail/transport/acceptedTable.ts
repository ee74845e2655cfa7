import { openOwnConnection } from '#platform/ownConnection.ts';
import type { AcceptedMails } from './accepted.ts';

/** A server that did not take a note is not asked again so soon, in milliseconds. */
const pauseMs = 10_000;

/**
 * The ids of accepted mails in the table `accepted_mails`, written over a connection that does nothing else, so that no
 * note waits behind a write of digests. Notes that come together share a statement. While the server takes no notes,
 * `note` rejects at once: the digest's own row is then the only record.
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
