import type { Endpoint } from './endpoint.ts';
import { type ErrorCode, errorMeaning } from './errors.ts';
import { exampleIds } from './example-ids.ts';
import type { Json } from './openapi-schemas.ts';
import { refsOf } from './refs.ts';

/** One error as the service words it; the sweep holds it against what the service really says. */
export const errorExample = (line: Endpoint, code: ErrorCode): Json => ({
  ok: false,
  error: {
    code,
    message: errorMeaning[code],
    ...wordings[code]?.(line),
    correlationId: exampleIds.request,
  },
});

const wordings: Partial<Record<ErrorCode, (line: Endpoint) => Json>> = {
  unauthorized: () => ({
    message:
      'The access token is missing or not valid. Send it as "Authorization: Bearer <token>"; ' +
      'tokens are made in Settings, Integrations.',
  }),
  insufficient_role: ({ role }) => ({
    message: `This needs the role ${role} or higher; the user of this token is a viewer.`,
  }),
  not_found: (line) => {
    const kind = refsOf(line)[0]?.referent;
    const ofMany =
      '1 of the prospects is not in the workspace; nothing was changed. ' +
      'With ignoreMissing the others are served.';
    const ofOne = `There is no ${line.body ? `${kind} with this id` : `such ${kind}`} in the workspace.`;
    const message = line.body && kind === 'prospect' ? ofMany : ofOne;
    return { message, notFound: [exampleIds.stranger] };
  },
  idempotency_conflict: () => ({
    message:
      'This Idempotency-Key was used with another body in the last 24 hours. ' +
      'Use a new key for a new request.',
  }),
  idempotency_in_progress: () => ({
    message:
      'A request with this Idempotency-Key is still under way. Wait a second, then repeat it.',
  }),
  payload_too_large: () => ({
    message: 'The body is larger than 4 MiB. Send it in several requests.',
  }),
  unsupported_media_type: () => ({
    message: 'Send the body as uncompressed JSON in UTF-8, with Content-Type: application/json.',
  }),
  validation_error: (line) => {
    const { path, message } = mistakeWith(line);
    const place = path
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
      .join('')
      .slice(1);
    const row = path.findLastIndex((step) => typeof step === 'number');
    const field = path.findLast((step) => typeof step === 'string')!;
    return {
      message: `${place} ${message}.`,
      fieldErrors: { [field]: [row < 0 ? message : `${path[0]}[${path[row]}]: ${message}`] },
      issues: [{ path, message }],
    };
  },
  rate_limited: ({ method, path, perMinute }) => ({
    message: `More than ${perMinute} requests in a minute to ${method} ${path}. Wait 12 s, then try again.`,
  }),
  internal_error: () => ({
    message:
      'Something went wrong on our side. If it happens again, report it with the correlationId.',
  }),
  unavailable: ({ built }) => ({
    message: built
      ? 'The service is busy. Wait a few seconds, then try again.'
      : 'This endpoint is not built yet.',
  }),
};

interface Mistake {
  path: (string | number)[];
  message: string;
}

const mistakes: Record<string, Mistake> = {
  postLeads: { path: ['leads', 0, 'email'], message: 'must be an e-mail address' },
  getProspects: { path: ['pageSize'], message: 'must be a whole number from 1 to 500' },
  getInbox: { path: ['limit'], message: 'must be a whole number from 1 to 100' },
};

/** Lines without a mistake of their own: those about prospects, then those that take nothing. */
const mistakeWith = (line: Endpoint): Mistake =>
  mistakes[line.id] ??
  (line.body
    ? { path: ['prospectIds', 0], message: 'must be a uuid' }
    : { path: ['nothing'], message: 'is not a parameter of this endpoint' });
