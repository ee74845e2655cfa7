import { uuidFrom } from '#platform/http/uuid.ts';

/**
 * The id of the one digest that answers this key, which also becomes its mail's Message-ID: a UUID (version 8,
 * RFC 9562) made of a hash. A digest composed again, because a standby took over that had not received the first one,
 * is therefore the same mail, and mail programs show it once.
 * @param key the topic, the kind of digest and the start of its period; for retractions the reader and the papers
 * @returns the same for the same key, in lower case
 */
export function digestId(...key: (string | number | Date)[]): string {
  return uuidFrom('digest', ...key.map((part) => (part instanceof Date ? part.toISOString() : part)));
}
