import { type ErrorCode, errorMessages, errorStatus } from '@outcrop/contract';

interface ErrorDetails {
  fieldErrors?: Record<string, string[]>;
  issues?: { path: (string | number)[]; message: string }[];
  notFound?: string[];
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number;
  /** Methods that the path accepts, sent as `Allow`. */
  allow?: string;
  /** The underlying error. Logged, never sent. */
  cause?: unknown;
  /** A label of the metrics, never sent. */
  reason?: UnavailableReason;
}

/** Why a request gets 503. */
export const unavailableReasons = [
  'too_many_open',
  'queue_full',
  'queue_timeout',
  'disconnected',
  'database',
  'conflict',
  'storage',
  'not_ready',
  'stopping',
] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

/** An error that is sent to the caller. Its message says what is wrong and what to do. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export const unavailableError = (
  reason: UnavailableReason,
  message: string,
  details: { retryAfter?: number; cause?: unknown } = {},
) => new ApiError('unavailable', message, { retryAfter: 1, ...details, reason });

/** For a field problem that its schema cannot detect. The message follows the field name. */
export const invalidField = (field: string, message: string) =>
  new ApiError('validation_error', `${field} ${message}.`, {
    fieldErrors: { [field]: [message] },
    issues: [{ path: [field], message }],
  });

/** Like `invalidField`, with a full sentence that the console shows as it is. */
export const fieldError = (field: string, sentence: string) =>
  new ApiError('validation_error', sentence, {
    fieldErrors: { [field]: [sentence] },
    issues: [{ path: [field], message: sentence }],
  });

/** The ids do not exist in the caller's workspace. */
export const notFound = (kind: string, ...ids: string[]) =>
  new ApiError('not_found', errorMessages.notFound(kind), { notFound: ids });

/** Like `notFound`, for ids of several kinds. */
export const anyNotFound = (missing: { kind: string; id: string }[]) =>
  new ApiError('not_found', errorMessages.notFound(...new Set(missing.map(({ kind }) => kind))), {
    notFound: missing.map(({ id }) => id),
  });
