import type { SourceName } from '#shared/papers/sources.ts';
import { failure, firstWords } from './failures.ts';

/**
 * The value of a JSON body.
 * @throws SourceFailure `short` for a body that breaks off, `malformed` for one that is no JSON
 */
export function jsonOf(source: SourceName, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    const kind = body.trimEnd().endsWith('}') ? 'malformed' : 'short';
    throw failure(source, kind, firstWords(body), { cause });
  }
}
