import { ours, type Requirement, spec } from './requirement.ts';

/** What every answer looks like, whatever was asked. */
export const answers: Requirement[] = [
  ...spec(1, {
    'envelope.success': 'A success is a JSON object with ok true and an object under data.',
    'envelope.error':
      'An error is a JSON object with ok false and a code and a message under error.',
    'envelope.field-errors': 'fieldErrors gives each faulty field a list of messages.',
    'envelope.correlation-id': 'Every error carries a correlationId that the caller can quote.',
  }),
  ...spec(4, {
    'envelope.status-200': 'Every success answers with status 200.',
    'envelope.json-body': 'A body is read when it is sent as application/json.',
  }),
  ...ours({
    'envelope.correlation-header':
      'Every answer, successes included, has an X-Correlation-Id header; errors repeat its value.',
    'envelope.correlation-log': 'The correlation id of an answer finds its line in the log.',
    'envelope.framing-too': 'Answers to broken HTTP framing are in the envelope like all others.',
  }),

  ...spec(7, {
    'errors.no-token': 'A request without a valid token is 401.',
    'errors.not-allowed': 'A valid token whose role is too low for the operation is 403.',
    'errors.plan-not-allowed': 'A plan that excludes the operation is 403.',
    'errors.invalid':
      'An invalid body or parameter is 422 with code validation_error and fieldErrors.',
    'errors.too-many': 'A caller above its rate limit gets 429.',
  }),
  ...ours({
    'errors.one-status-per-code':
      'Each error code always comes with the same status, but for bad_request: 431 for headers that are too large, else 400.',
    'errors.bad-request': 'Broken HTTP framing, and only that, is 400 or 431 bad_request.',
    'errors.unauthorized-alike':
      'Missing, malformed, unknown, expired and revoked tokens get one and the same answer.',
    'errors.insufficient-role': 'A role that is too low is 403 with code insufficient_role.',
    'errors.unknown-path': 'An unknown path is 404 not_found.',
    'errors.undecodable-path': 'A path that cannot be percent-decoded is 404 not_found.',
    'errors.wrong-method':
      'A known path with the wrong method is 405 method_not_allowed; Allow lists the right ones.',
    'errors.too-large':
      'A body larger than its endpoint reads is 413 payload_too_large, and the message names the limit.',
    'errors.open-body-limit': 'Every endpoint that is open to anyone reads at most 64 KiB.',
    'errors.media-type': 'A body that is not JSON by its type is 415 unsupported_media_type.',
    'errors.unparsable': 'A body that cannot be parsed is 422 validation_error on the field body.',
    'errors.json-position': 'Of a body that is not JSON, the message names line and column.',
    'errors.challenge': 'Every 401 has the header WWW-Authenticate: Bearer.',
    'errors.near-path':
      'A path with a slash too many or in the wrong case is 404, and the message names the right one.',
    'errors.unread-answer': 'A connection on which an answer is not read for too long is closed.',
    'errors.rate-limited': 'A 429 has the code rate_limited.',
    'errors.internal':
      'A bug is 500 internal_error, and its answer shows no stack, SQL or other internals.',
    'errors.unavailable': 'What cannot be served for now is 503 unavailable with Retry-After.',
    'errors.message-helps': 'The message of an error says what is wrong and what to do about it.',
    'errors.order-shedding': 'A request that is shed is 503 before its token is looked at.',
    'errors.order-token-route': 'Without a valid token an unknown path is 401, not 404.',
    'errors.order-route-rate':
      'An unknown path or wrong method is told as such when the limits of the endpoints are used up.',
    'errors.order-rate-role': 'The rate limit is told before a role that is too low.',
    'errors.order-role-size': 'A role that is too low is told before a body that is too large.',
    'errors.order-size-type': 'A body that is too large is told before its wrong media type.',
    'errors.order-type-parse': 'A wrong media type is told before a body that cannot be parsed.',
    'errors.order-invalid-conflict':
      'Invalid input is told before a conflict over its Idempotency-Key.',
    'errors.order-conflict-object':
      'A conflict over an Idempotency-Key is told before an object that is not there.',
    'errors.order-object-plan':
      'An object that is not there is told before what the plan or the credits do not allow.',
  }),

  ...ours({
    'cors.any-origin': 'Pages of any origin may call the public API, without credentials.',
    'cors.preflight': 'A preflight request is answered without a token.',
    'cors.exposed':
      'Retry-After, X-Correlation-Id, RateLimit and RateLimit-Policy can be read by such pages.',
    'cors.not-for-manage': 'The manage API allows no other origin and checks the Origin header.',
    'headers.hsts':
      'Browsers are told to keep to https only where PUBLIC_URL is https, and for that host alone.',
    'headers.untrusted-proxy':
      'X-Forwarded-For from a proxy that is not listed is ignored, and the operator is warned.',
  }),

  ...spec(9, {
    'versions.in-path': 'The version is part of every path: /api/v1/ext.',
  }),
  ...ours({
    'versions.only-grows':
      'A change that takes something away from the last published OpenAPI document is refused.',
    'versions.sunset':
      'Once v2 exists, v1 stays for twelve months and says so in Deprecation and Sunset headers.',
  }),
];
