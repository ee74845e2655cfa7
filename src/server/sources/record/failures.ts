import { sourceLabels } from '#shared/papers/sources.ts';
import { type FailureKind, type ServiceName, SourceFailure } from './source.ts';

const labels: Record<ServiceName, string> = { ...sourceLabels, crossref: 'Crossref' };

const sentences: Record<FailureKind, (label: string) => string> = {
  unreachable: (label) => `${label} could not be reached.`,
  timeout: (label) => `${label} did not answer in time.`,
  'rate-limited': (label) => `${label} asked us to slow down and did not answer in time.`,
  unavailable: (label) => `${label} is not available at the moment.`,
  refused: (label) => `${label} refused our request.`,
  'empty-reply': (label) => `${label} answered with nothing at all.`,
  malformed: (label) => `${label} answered with something that cannot be read.`,
  'too-large': (label) => `${label} answered with more than can be taken at once.`,
  short: (label) => `The answer of ${label} broke off before its end.`,
};

/** A failure with the sentence of its kind, or a more specific one, which receives the source's label. */
export function failure(
  source: ServiceName,
  kind: FailureKind,
  detail: string,
  { sentence = sentences[kind], cause }: { sentence?: (label: string) => string; cause?: unknown } = {},
): SourceFailure {
  return new SourceFailure(source, kind, sentence(labels[source]), { detail, cause });
}

/** The source asked us to come back later; `waitMs` is null if it did not say when. */
export class AskedToWait extends SourceFailure {
  readonly waitMs: number | null;

  constructor(failed: SourceFailure, waitMs: number | null) {
    super(failed.source, failed.kind, failed.message, { detail: failed.detail, cause: failed.cause });
    this.waitMs = waitMs;
  }
}

/** The beginning of a reply, for operators. */
export const firstWords = (body: string): string => body.replace(/\s+/g, ' ').trim().slice(0, 200);

/**
 * The value of a JSON body.
 * @throws SourceFailure `short` for a truncated body, `malformed` for one that is not JSON
 */
export function jsonOf(source: ServiceName, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    const kind = body.trimEnd().endsWith('}') ? 'malformed' : 'short';
    throw failure(source, kind, firstWords(body), { cause });
  }
}
