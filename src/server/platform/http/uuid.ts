import { createHash } from 'node:crypto';
import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm';

/**
 * The forms of ids outside the database: text in addresses and payloads, 16 bytes in signed links. PostgreSQL fails on
 * text that is not a UUID, so look an id from outside up by `hasId`.
 */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

/** A condition for an id from outside: PostgreSQL fails on text that is not a UUID. */
export const hasId = (column: AnyColumn, id: string): SQL => (isUuid(id) ? eq(column, id) : sql`false`);

/** The 16 bytes of a UUID. */
export const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/** The UUID from 16 bytes, in lower case. */
export const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A UUID (version 8, RFC 9562) derived from a key: the same key gives the same id. */
export function uuidFrom(...key: (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(key)).digest().subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return uuidOf(hash);
}
