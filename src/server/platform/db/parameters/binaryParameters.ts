import { type PGliteOptions, types } from '@electric-sql/pglite';

/**
 * Shorter texts are sent as they are. A longer one is sent as bytes, because the engine's client counts the bytes of a
 * string twice, one character after the other.
 */
const longText = 500;

/** PostgreSQL's binary form of `text` and of `json` is their UTF-8: `textrecv`, `json_recv`. */
const textBytes = (text: string): string | Uint8Array => (text.length < longText ? text : Buffer.from(text));

/** The binary form of `jsonb` begins with the number of its version: `jsonb_recv`. */
const jsonbBytes = (text: string): string | Uint8Array =>
  text.length < longText ? text : Buffer.from(`\u0001${text}`);

const asText = (value: string | number | Date): string =>
  value instanceof Date ? value.toISOString() : String(value);
const asJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * How the embedded engine is handed long texts and bytes: in PostgreSQL's binary form, which its client sends for any
 * parameter that is an array of bytes, although the type of a serializer names a string alone. By default it writes
 * every byte as two hexadecimal digits.
 */
export const binaryParameters = {
  [types.TEXT]: (value: string | number | Date) => textBytes(asText(value)),
  [types.JSON]: (value: unknown) => textBytes(asJson(value)),
  [types.JSONB]: (value: unknown) => jsonbBytes(asJson(value)),
  [types.BYTEA]: (value: Uint8Array) => value,
} as unknown as PGliteOptions['serializers'];
