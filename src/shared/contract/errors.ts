/** Errors that readers can see. The server maps each to an HTTP status, `web/api/api.ts` maps it back. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  limited: 429,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** The optional details of an error, in addition to its message. */
export interface ErrorDetails {
  requiresSupport?: boolean;
  requiresPayment?: boolean;
  requiresSearchDeletion?: boolean;
  currentCount?: number;
  limit?: number | undefined;
  activeSearchTerms?: number;
  /** Seconds until the call may be repeated; also sent as `Retry-After`. */
  retryAfter?: number;
  /** The database is away for a moment; pages try again by themselves. */
  outage?: boolean;
  /** The answer was lost in an outage: what was asked for may have been done. */
  mayBeDone?: boolean;
  /** One message per invalid field of the body. */
  fields?: Record<string, string>;
  unverified?: boolean;
  /** The reader must prove their identity in one of these ways, then may repeat the call. */
  needsProof?: string[];
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, sentence: string, details: ErrorDetails = {}) {
    super(sentence);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return statusOf[this.code];
  }
}
