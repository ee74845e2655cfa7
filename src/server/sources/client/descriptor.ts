import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { Identifier, Source } from '../record/source.ts';
import type { PoliteClient, RateLimitPolicy } from './politeClient.ts';

/** Who runs the servers of one or more sources. Its limits hold for all of them together. */
export interface Organization {
  /** How often we may ask; a setting, such as an API key, may allow more. */
  policy(config: Config['sources']): RateLimitPolicy;
  /** An address that answers a HEAD request whenever the service is up. */
  probeUrl(config: Config['sources']): string;
}

/** What an adapter is opened with. */
export interface SourceTools {
  config: Config['sources'];
  /** Keeps to the limits of the source's organization. */
  ask: PoliteClient;
  log: Log;
  now: () => Date;
}

/**
 * Everything the server has to know of a source; its label, group and kind, which pages need too, are in
 * `shared/papers/sources.ts`. How to add one: docs/adding-a-source.md
 */
export interface SourceDescriptor {
  name: SourceName;
  organization: Organization;
  /** The kind of identifier that `SourceRecord.sourceId` is. */
  idKind: Identifier['kind'];
  /** Days that are read again once a day, for what the source lists late. */
  overlapDays: number;
  /** When the source wishes large harvests to be made, and how large one may be at other times. */
  quietHours?: {
    areNow(now: Date): boolean;
    /** Requests of one harvest; a larger one waits, but for its newest days. */
    requestsOutside: number;
    daysOutside: number;
  };
  /** Of two records of one work at the same publication stage, the one with the lower rank is shown. */
  displayRank: number;
  /**
   * The address of a record's PDF, where the source gives it to everybody at an address that follows from the record;
   * null for a record that has none.
   */
  pdfOf?(record: { sourceId: string; url: string; pmcid?: string | undefined }): string | null;
  open(tools: SourceTools): Source;
}
