import { ApiError } from '../error.ts';

export const success = (data: object) => ({ ok: true, data });

/** The public half of an error; its cause stays behind for the log. */
export function failure(error: ApiError, correlationId: string) {
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
    // What is left of such a request is not waited for.
    ...(code === 'bad_request' && { connection: 'close' }),
    ...(code === 'unauthorized' && { 'www-authenticate': 'Bearer' }),
    ...(details.retryAfter !== undefined && { 'retry-after': String(details.retryAfter) }),
    ...(details.allow !== undefined && { allow: details.allow }),
  };
}

/** Whatever was thrown, as the error that the caller may see. Anything unforeseen is our bug. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError(
    'internal_error',
    'Something went wrong on our side. If it happens again, report it with the correlationId.',
    { cause: error },
  );
}
