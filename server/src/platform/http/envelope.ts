import { errorMessages } from '@outcrop/contract';
import { ApiError } from '../error.ts';

export const successBody = (data: object) => ({ ok: true, data });

/** The public part of an error. Its cause is only logged. */
export function failureBody(error: ApiError, correlationId: string) {
  const { fieldErrors, issues, notFound } = error.details;
  return {
    ok: false,
    error: {
      code: error.code,
      message: error.message,
      fieldErrors,
      issues,
      notFound,
      correlationId,
    },
  };
}

export function failureHeaders({ code, details }: ApiError): Record<string, string> {
  return {
    // Do not wait for the rest of the request.
    ...((code === 'bad_request' || code === 'request_timeout') && { connection: 'close' }),
    ...(code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
    ...(details.retryAfter !== undefined && { 'retry-after': String(details.retryAfter) }),
    ...(details.allow !== undefined && { allow: details.allow }),
  };
}

/** Converts any thrown value to an error for the caller. An unexpected one is a bug of ours. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError('internal_error', errorMessages.internal, { cause: error });
}
