import { failure, firstWords } from './failures.ts';
import type { ServiceName } from './source.ts';

/**
 * The value of a JSON body.
 * @throws SourceFailure `short` for a body that breaks off, `malformed` for one that is no JSON
 */
export function jsonOf(source: ServiceName, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    const kind = body.trimEnd().endsWith('}') ? 'malformed' : 'short';
    throw failure(source, kind, firstWords(body), { cause });
  }
}
