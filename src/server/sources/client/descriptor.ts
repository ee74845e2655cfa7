import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { Identifier, Source } from '../record/source.ts';
import type { PoliteClient, RateLimitPolicy } from './politeClient.ts';

/** The organization that runs the servers of one or more sources. Its limits apply to all of them together. */
export interface Organization {
  /** How often we may ask; a setting, such as an API key, may allow more. */
  policy(config: Config['sources']): RateLimitPolicy;
  /** An address that answers HEAD requests while the service is up. */
  probeUrl(config: Config['sources']): string;
}

/** The arguments for opening an adapter. */
export interface SourceTools {
  config: Config['sources'];
  /** Respects the limits of the source's organization. */
  ask: PoliteClient;
  log: Log;
  now: () => Date;
}

/**
 * Everything that only the server needs to know about a source. Its label, group and kind, which pages need too, are in
 * `shared/papers/sources.ts`. How to add one: docs/adding-a-source.md
 */
export interface SourceDescriptor {
  name: SourceName;
  organization: Organization;
  /** The kind of identifier that `SourceRecord.sourceId` is. */
  idKind: Identifier['kind'];
  /** Days that are read again once a day, for records that the source lists late. */
  overlapDays: number;
  /** When the source wants large harvests to run, and how large one may be at other times. */
  quietHours?: {
    areNow(now: Date): boolean;
    /** Maximum requests per harvest. A larger one waits, except for its newest days. */
    requestsOutside: number;
    daysOutside: number;
  };
  /** Of two records of one work at the same publication stage, the one with the lower rank is shown. */
  displayRank: number;
  /**
   * The address of a record's PDF, for a source whose PDFs are free at an address derived from the record; null for a record
   * without one.
   */
  pdfOf?(record: { sourceId: string; url: string; pmcid?: string | undefined }): string | null;
  open(tools: SourceTools): Source;
}
