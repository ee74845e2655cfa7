/**
 * The closed list of things that may go wrong in a way the reader is told about.
 * `http.ts` maps each to a status on the way out, `web/api.ts` back to the same class on the way in.
 */
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

/** Everything an error may carry beside its sentence; the client of the specification reads the first three. */
export interface ErrorDetails {
  requiresSupport?: boolean;
  requiresPayment?: boolean;
  requiresSearchDeletion?: boolean;
  currentCount?: number;
  limit?: number;
  activeSearchTerms?: number;
  /** Seconds until the same call may be tried again; sent as `Retry-After` too. */
  retryAfter?: number;
  /** One sentence per offending field of the body. */
  fields?: Record<string, string>;
  unverified?: boolean;
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
