export type Kind =
  /** The service's own response to too many requests; `retry-after` is a second. */
  | '429'
  | '429-retry-after'
  | '503'
  /** 200 with no body at all. */
  | 'empty-200'
  /** The correct reply, cut off after three fifths. */
  | 'truncated'
  /** The first record of each page lacks its identifier. */
  | 'malformed-record'
  /** The correct reply, `ms` milliseconds late. */
  | 'slow'
  /** At most 30 records per page, whatever was requested. */
  | 'pages-of-30'
  /** The correct reply with the content type `text/html`. */
  | 'wrong-content-type'
  /** An HTML page with status 200, like a proxy's or a maintenance notice. */
  | 'html-200';

/** The context of the sources stand-in's handlers. */
export interface SourcesEnv {
  Variables: {
    /** The fault of this reply. Handlers implement the faults that middleware cannot. */
    spoil: Kind | null;
  };
}
