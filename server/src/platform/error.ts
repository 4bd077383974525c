import { type ErrorCode, errorStatus } from '@outcrop/contract';

/** What an error answer may carry beyond its code and sentence. */
interface ErrorDetails {
  fieldErrors?: Record<string, string[]>;
  issues?: { path: (string | number)[]; message: string }[];
  notFound?: string[];
  /** Seconds, sent as `Retry-After`. */
  retryAfter?: number;
  /** Methods the path does take, sent as `Allow`. */
  allow?: string;
  /** What really happened: for the log, never for the answer. */
  cause?: unknown;
}

/** The one error a caller may see. Its message is written for them: what is wrong, what to do. */
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

/** The service cannot answer now; nothing was done. */
export const unavailable = (
  message: string,
  details: { retryAfter?: number; cause?: unknown } = {},
) => new ApiError('unavailable', message, { retryAfter: 1, ...details });

/** A field is wrong in a way that its schema could not tell. */
export const invalid = (field: string, message: string) =>
  new ApiError('validation_error', `${field} ${message}.`, {
    fieldErrors: { [field]: [message] },
    issues: [{ path: [field], message }],
  });

/** The same where people read it as it is: a whole sentence that does not begin with the field. */
export const refused = (field: string, sentence: string) =>
  new ApiError('validation_error', sentence, {
    fieldErrors: { [field]: [sentence] },
    issues: [{ path: [field], message: sentence }],
  });

/** The one thing that a request names is not in its workspace, whoever else may have it. */
export const noSuch = (kind: string, id: string) =>
  new ApiError('not_found', `There is no such ${kind} in the workspace. Check the id.`, {
    notFound: [id],
  });
