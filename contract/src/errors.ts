import { z } from 'zod';

export const errorStatus = {
  bad_request: 400,
  unauthorized: 401,
  session_required: 403,
  origin_not_allowed: 403,
  insufficient_role: 403,
  insufficient_scope: 403,
  reauthentication_required: 403,
  plan_not_allowed: 403,
  insufficient_credits: 403,
  enrichment_not_configured: 403,
  storage_full: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
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

export const errorMeaning: Record<ErrorCode, string> = {
  bad_request: 'The request is not valid HTTP.',
  unauthorized: 'The token or session is missing, unknown, expired or revoked.',
  session_required: 'This operation requires a console session. Tokens cannot use it.',
  origin_not_allowed: 'Requests with a session must come from the console’s own origin.',
  insufficient_role: 'The caller’s role does not allow this operation.',
  insufficient_scope: 'The token does not reach this operation, whatever the role of its user.',
  reauthentication_required: 'This operation requires a password entered in the last 10 minutes.',
  plan_not_allowed: 'The workspace’s plan does not include this operation.',
  insufficient_credits: 'Not enough credits. Nothing was queued.',
  enrichment_not_configured: 'No language model is configured. Nothing was queued.',
  storage_full: 'The workspace has used the storage of its plan. Nothing was changed.',
  not_found: 'An object in the request does not exist in this workspace. Nothing was changed.',
  method_not_allowed: 'The path does not support this method. See the `Allow` header.',
  request_timeout: 'The body arrived too slowly. Nothing was changed.',
  conflict: 'It is too late for this: the object has changed since. Nothing was changed.',
  idempotency_conflict:
    'This Idempotency-Key was already used with a different body, or its response was not kept.',
  idempotency_in_progress: 'A request with this Idempotency-Key is still running.',
  payload_too_large: 'The body exceeds the size limit of this endpoint.',
  unsupported_media_type: 'The body must be sent as application/json.',
  validation_error: 'The body or a parameter is invalid. All problems are listed.',
  rate_limited: 'Too many requests. Wait for the seconds in `Retry-After`.',
  internal_error: 'Something went wrong on our side. Report it with the `correlationId`.',
  unavailable: 'The service is temporarily unavailable. Retry after the seconds in `Retry-After`.',
};

export const issueSchema = z
  .strictObject({ path: z.array(z.union([z.string(), z.int()])), message: z.string() })
  .meta({ id: 'Remark' });

/** Codes for warnings that a program may act on. */
const warningCodes = ['not_a_profile'] as const;

export const warningSchema = issueSchema
  .safeExtend({
    code: z
      .enum(warningCodes)
      .optional()
      .describe('`not_a_profile`: the `linkedinUrl` is stored but not used for matching.'),
  })
  .meta({ id: 'Warning' });
export type ApiWarning = z.output<typeof warningSchema>;

export const errorSchema = z
  .strictObject({
    ok: z.literal(false),
    error: z.strictObject({
      code: z.enum(errorCodes),
      message: z
        .string()
        .describe('What is wrong and what to do about it. For humans; do not parse.'),
      fieldErrors: z
        .record(z.string(), z.array(z.string()))
        .optional()
        .describe('Messages by field name. A message about an array item starts with its index.'),
      issues: z.array(issueSchema).optional().describe('The same problems with their exact paths.'),
      notFound: z
        .array(z.string())
        .optional()
        .describe('The ids that are not in this workspace, in the order sent.'),
      correlationId: z
        .string()
        .describe('Identifies this request. Quote it when you contact support.'),
    }),
  })
  .meta({ id: 'Error' });
