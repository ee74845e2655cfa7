import type { HttpBindings } from '@hono/node-server';

export const kinds = [
  /** Refused for coming too often, in the service's own words. */
  '429',
  '429-retry-after',
  '503',
  /** 200 with no body at all. */
  'empty-200',
  /** The right reply, cut off after three fifths. */
  'truncated',
  /** The first record of each page has lost its identifier. */
  'malformed-record',
  /** The right reply, `ms` milliseconds late. */
  'slow',
  /** At most 30 records a page, whatever was asked for. */
  'pages-of-30',
  /** The right reply under `text/html`. */
  'wrong-content-type',
  /** A page for people, under 200: what a proxy or a maintenance notice looks like. */
  'html-200',
  /** The connection breaks without a reply. */
  'unreachable',
] as const;
export type Kind = (typeof kinds)[number];

/** What the handlers of the sources stand-in find in their context. */
export interface SourcesEnv {
  Bindings: HttpBindings;
  Variables: {
    /** What this reply is to do wrong; handlers act on the kinds that only they can play. */
    spoil: Kind | null;
  };
}
