import { type ApartLimits, GivenUp, openApart, ThrownApart } from '#platform/runtime/apart.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { type FailureKind, failure, SourceFailure } from '../record/source.ts';

/** The largest reply, of 16 MB, takes about two seconds on a busy processor. */
const inProcess = openApart({ ms: 30_000, megabytes: 512 });

/**
 * Reads replies in a separate process, so that the process keeps serving people whatever a source sends. A reply that takes
 * too much time or memory ends only that process; the next reply gets a new one.
 * @param module the file that exports `read` under its own name
 * @param rest arguments of `read` after the body
 * @returns rejects as `read` throws, or with `too-large` for an abandoned reply
 */
export const apart =
  <T, Rest extends string[]>(
    source: SourceName,
    module: URL,
    read: (body: string, ...rest: Rest) => T,
    ...rest: Rest
  ): ((body: string, limits?: Partial<ApartLimits>) => Promise<Awaited<T>>) =>
  (body, limits = {}) =>
    inProcess({ module, run: read, limits }, body, ...rest).catch((error: unknown) => {
      if (error instanceof GivenUp)
        throw failure(source, 'too-large', `${error.message}: ${body.length} characters`);
      if (error instanceof ThrownApart && error.name === 'SourceFailure') {
        const { kind, detail } = error.fields as { kind: FailureKind; detail: string };
        throw new SourceFailure(source, kind, error.message, { detail });
      }
      throw error;
    });
