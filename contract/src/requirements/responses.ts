import { ours, type Requirement, spec } from './requirement.ts';

/** Responses, errors and headers. */
export const responses: Requirement[] = [
  ...spec(1, {
    'envelope.success': 'A success is a JSON object with ok true and an object under data.',
    'envelope.error': 'An error is a JSON object with ok false and code and message under error.',
    'envelope.field-errors': 'fieldErrors maps each invalid field to a list of messages.',
    'envelope.correlation-id': 'Every error has a correlationId that the caller can quote.',
  }),
  ...spec(4, {
    'envelope.status-200': 'Every success has status 200.',
    'envelope.json-body': 'A body is read when it is sent as application/json.',
  }),
  ...ours({
    'envelope.correlation-header':
      'Every response has an X-Correlation-Id header; errors repeat its value.',
    'envelope.correlation-log': 'The correlation id of a response finds its log line.',
    'envelope.framing-too': 'Responses to malformed HTTP use the same envelope.',
  }),

  ...spec(7, {
    'errors.no-token': 'A request without a valid token is 401.',
    'errors.not-allowed': 'A valid token with an insufficient role is 403.',
    'errors.plan-not-allowed': 'An operation that the plan excludes is 403.',
    'errors.invalid':
      'An invalid body or parameter is 422 with code validation_error and fieldErrors.',
    'errors.too-many': 'A caller above its rate limit gets 429.',
  }),
  ...ours({
    'errors.one-status-per-code':
      'Each error code always has the same status, except bad_request: 431 for headers that are too large, otherwise 400.',
    'errors.bad-request': 'Malformed HTTP, and nothing else, is 400 or 431 bad_request.',
    'errors.unauthorized-alike':
      'Missing, malformed, unknown, expired and revoked tokens get the same response.',
    'errors.insufficient-role': 'An insufficient role is 403 with code insufficient_role.',
    'errors.unknown-path': 'An unknown path is 404 not_found.',
    'errors.undecodable-path': 'A path that cannot be percent-decoded is 404 not_found.',
    'errors.wrong-method':
      'A known path with the wrong method is 405 method_not_allowed; Allow lists the right ones.',
    'errors.too-large':
      'A body above the limit of its endpoint is 413 payload_too_large, and the message names the limit.',
    'errors.open-body-limit': 'Every endpoint without authentication reads at most 64 KiB.',
    'errors.media-type': 'A body whose media type is not JSON is 415 unsupported_media_type.',
    'errors.unparsable': 'A body that cannot be parsed is 422 validation_error on the field body.',
    'errors.json-position': 'For a body that is not valid JSON, the message names line and column.',
    'errors.challenge': 'Every 401 has the header WWW-Authenticate: Bearer.',
    'errors.near-path':
      'A path with an extra slash or the wrong case is 404, and the message names the correct path.',
    'errors.unread-answer':
      'A connection whose client stops reading a response is closed after a time limit.',
    'errors.rate-limited': 'A 429 has the code rate_limited.',
    'errors.internal':
      'A bug is 500 internal_error, and the response shows no stack, SQL or other internals.',
    'errors.unavailable': 'Temporary unavailability is 503 unavailable with Retry-After.',
    'errors.message-helps': 'The message of an error says what is wrong and what to do about it.',
    'errors.order-shedding': 'A request that is shed is 503 before its token is checked.',
    'errors.order-token-route': 'Without a valid token an unknown path is 401, not 404.',
    'errors.order-route-rate':
      'An unknown path or wrong method is reported as such even when the rate limits of the endpoints are used up.',
    'errors.order-rate-role': 'The rate limit is checked before the role.',
    'errors.order-role-size': 'The role is checked before the body size.',
    'errors.order-size-type': 'The body size is checked before the media type.',
    'errors.order-type-parse': 'The media type is checked before the body is parsed.',
    'errors.order-invalid-conflict':
      'Invalid input is reported before an Idempotency-Key conflict.',
    'errors.order-conflict-object':
      'An Idempotency-Key conflict is reported before a missing object.',
    'errors.order-object-plan': 'A missing object is reported before plan and credit limits.',
  }),

  ...ours({
    'cors.any-origin': 'Pages of any origin can call the public API, without credentials.',
    'cors.preflight': 'A preflight request is answered without a token.',
    'cors.exposed':
      'Such pages can read Retry-After, X-Correlation-Id, RateLimit and RateLimit-Policy.',
    'cors.not-for-manage': 'The manage API allows no other origin and checks the Origin header.',
    'headers.hsts': 'HSTS is sent only if PUBLIC_URL is https, and only for that host.',
    'headers.untrusted-proxy':
      'X-Forwarded-For from a proxy that is not listed is ignored, and the operator is warned.',
  }),

  ...spec(9, {
    'versions.in-path': 'The version is part of every path: /api/v1/ext.',
  }),
  ...ours({
    'versions.only-grows':
      'A change that removes something from the last published OpenAPI document is rejected.',
    'versions.sunset':
      'After v2 is released, v1 stays for twelve months and sends Deprecation and Sunset headers.',
  }),
];
