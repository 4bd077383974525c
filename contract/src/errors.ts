import { z } from 'zod';

/** Every error code the service answers, and the one HTTP status that goes with it. */
export const errorStatus = {
  bad_request: 400,
  unauthorized: 401,
  session_required: 403,
  origin_not_allowed: 403,
  insufficient_role: 403,
  reauthentication_required: 403,
  plan_not_allowed: 403,
  insufficient_credits: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_error: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** What each code tells the caller, for the documentation. */
export const errorMeaning: Record<ErrorCode, string> = {
  bad_request: 'The request is not well-formed HTTP.',
  unauthorized: 'The token or session is missing, unknown, expired or revoked.',
  session_required: 'This is done in the console, never with a token.',
  origin_not_allowed: 'A request by session must come from the console’s own pages.',
  insufficient_role: 'The role of the caller does not allow this.',
  reauthentication_required: 'This needs a password given in the last 10 minutes.',
  plan_not_allowed: 'The workspace’s plan does not include this.',
  insufficient_credits: 'There are fewer credits left than this needs; nothing was queued.',
  not_found: 'Something named by the request is not in this workspace; nothing was changed.',
  method_not_allowed: 'The path exists, but not with this method; see the Allow header.',
  idempotency_conflict: 'This Idempotency-Key was already used with another body.',
  idempotency_in_progress: 'A request with this Idempotency-Key is still running.',
  payload_too_large: 'The body is larger than this endpoint reads.',
  unsupported_media_type: 'The body must be sent as application/json.',
  validation_error: 'The body or a parameter is invalid; every problem is listed.',
  rate_limited: 'Too many requests; wait for the seconds given in Retry-After.',
  internal_error: 'Something went wrong on our side; quote the correlationId.',
  unavailable: 'The service cannot answer now; try again after the seconds in Retry-After.',
};

/** One remark about one place in a request. */
export const remarkSchema = z
  .strictObject({ path: z.array(z.union([z.string(), z.int()])), message: z.string() })
  .meta({ id: 'Remark' });

/** What a warning is about, where a program may want to act on it. */
const warningCodes = ['not_a_profile'] as const;

export const warningSchema = remarkSchema
  .safeExtend({
    code: z
      .enum(warningCodes)
      .optional()
      .describe('`not_a_profile`: a `linkedinUrl` that is kept but identifies nobody.'),
  })
  .meta({ id: 'Warning' });
export type Warning = z.output<typeof warningSchema>;

export const errorSchema = z
  .strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      code: z.enum(errorCodes),
      message: z.string().describe('What is wrong and what to do about it.'),
      fieldErrors: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .describe('Messages by field name. A message about a row begins with its place.'),
      issues: z.array(remarkSchema).optional().describe('The same problems, each with its path.'),
      notFound: z
        .array(z.string())
        .optional()
        .describe('The ids that are not in this workspace, in the order they were sent.'),
      correlationId: z.string().describe('Names this request; quote it when asking for help.'),
    }),
  })
  .meta({ id: 'Error' });
