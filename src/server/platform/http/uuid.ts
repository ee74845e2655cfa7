import { createHash } from 'node:crypto';

/**
 * The forms in which ids travel outside the database: as text in addresses and payloads, as 16 bytes in signed links.
 * PostgreSQL refuses text that is not a UUID with an error, so ask `isUuid` before a query with an id from outside.
 */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

/** The 16 bytes of a UUID. */
export const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/** The UUID of 16 bytes, in lower case. */
export const uuidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The UUID (version 8, RFC 9562) that follows from a key: the same key gives the same id. */
export function uuidFrom(...key: (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(key)).digest().subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return uuidOf(hash);
}
