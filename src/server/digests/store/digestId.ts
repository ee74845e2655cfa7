import { createHash } from 'node:crypto';
import { uuidOf } from '#platform/http/uuid.ts';

/**
 * The id of the one digest that answers this key, which also becomes its mail's Message-ID: a UUID (version 8,
 * RFC 9562) made of a hash. A digest composed again, because a standby took over that had not received the first one,
 * is therefore the same mail, and mail programs show it once.
 * @param key the topic, the kind of digest and the start of its period; for retractions the reader and the papers
 */
export function digestId(...key: (string | number | Date)[]): string {
  const parts = key.map((part) => (part instanceof Date ? part.toISOString() : part));
  const hash = createHash('sha256')
    .update(JSON.stringify(['digest', ...parts]))
    .digest()
    .subarray(0, 16);
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return uuidOf(hash);
}
