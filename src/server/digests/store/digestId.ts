import { uuidFrom } from '#platform/http/uuid.ts';

/**
 * The id of the only digest for this key, which also becomes its mail's Message-ID: a UUID (version 8, RFC 9562) made of
 * a hash. A digest may be composed again, if a standby takes over that had not received the first one. It is then the
 * same mail, and mail programs show it once.
 * @param key the topic, the type of digest and the start of its period; for retractions the reader and the papers
 * @returns the same id for the same key, in lower case
 */
export function digestId(...key: (string | number | Date)[]): string {
  return uuidFrom('digest', ...key.map((part) => (part instanceof Date ? part.toISOString() : part)));
}
