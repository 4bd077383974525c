import {
  asSize,
  bodyTooLarge,
  type Endpoint,
  freshMinutes,
  maxBodyBytesOf,
  rateLimited,
  workspaceHeader,
} from './endpoint.ts';
import { type ErrorCode, errorMeaning } from './errors.ts';
import { exampleIds } from './example-ids.ts';
import type { Json } from './openapi-schemas.ts';
import { refsOf } from './refs.ts';
import { roles } from './roles.ts';

/** What a code means at this line. */
export const meaningOf = (line: Endpoint, code: ErrorCode): string => {
  if (line.takes && meaningOfFiles[code]) return meaningOfFiles[code];
  return code === 'payload_too_large'
    ? `The body is larger than ${asSize(maxBodyBytesOf(line))}.`
    : errorMeaning[code];
};

const meaningOfFiles: Partial<Record<ErrorCode, string>> = {
  payload_too_large: 'The file is larger than 64 MiB.',
  unsupported_media_type: 'The file must be sent as text/csv.',
};

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
  unauthorized: ({ id, api, by }) => ({
    message:
      refusedVisitors[id] ??
      (by === 'session'
        ? 'You are not signed in, or your session has ended. Sign in again.'
        : 'The access token is missing or not valid. Send it as "Authorization: Bearer <token>"; ' +
          `tokens are made in Settings, Integrations.${api === 'manage' ? ' Or sign in to the console.' : ''}`),
  }),
  session_required: () => ({
    message: 'This is done in the console by someone who is signed in; a token cannot do it.',
  }),
  origin_not_allowed: () => ({
    message:
      'This did not come from the console’s own pages. If you are there, the operator must set ' +
      'PUBLIC_URL to its address.',
  }),
  insufficient_role: ({ by, role }) => {
    // A line for all that gives more to some is about Admins.
    const needed = role === 'viewer' ? 'admin' : role;
    const who = by === 'session' ? 'you are' : 'the user of this token is';
    return {
      message: `This needs the role ${needed} or higher; ${who} a ${roles[roles.indexOf(needed) - 1]}.`,
    };
  },
  reauthentication_required: () => ({
    message: `Give your password again: this needs one from the last ${freshMinutes} minutes.`,
  }),
  not_found: (line) => {
    const [first] = refsOf(line);
    if (!first)
      return {
        message: `There is no such workspace. Name one of yours in the header ${workspaceHeader}; GET /me lists them.`,
      };
    if (line.workspace === false)
      return {
        message: `There is no such ${first.referent} of yours. Check the id.`,
        notFound: [exampleIds.stranger],
      };
    const kind = first?.referent;
    const ofMany =
      '1 of the prospects is not in the workspace; nothing was changed. ' +
      'With ignoreMissing the others are served.';
    const inBody = first?.in === 'body' && first.path[0] !== 'filter';
    const ofOne = `There is no ${inBody ? `${kind} with this id` : `such ${kind}`} in the workspace. Check the id.`;
    const takesMany = 'ignoreMissing' in (line.body?.shape ?? {});
    const message = inBody && kind === 'prospect' && takesMany ? ofMany : ofOne;
    return { message, notFound: [exampleIds.stranger] };
  },
  plan_not_allowed: () => ({
    message:
      'The plan Bare does not include enrichment. Ask the operator of this instance for another plan.',
  }),
  insufficient_credits: ({ params }) => ({
    message: `This needs ${params ? 1 : 2} credits, and 0 are left this month. With allowPartial, as many as they pay for are queued.`,
  }),
  idempotency_conflict: () => ({
    message:
      'This Idempotency-Key was used with another body in the last 24 hours. ' +
      'Use a new key for a new request.',
  }),
  idempotency_in_progress: () => ({
    message:
      'A request with this Idempotency-Key is still under way. Wait a second, then repeat it.',
  }),
  payload_too_large: (line) => ({
    message: line.takes
      ? 'The file is larger than 64 MiB. Split it into several.'
      : bodyTooLarge(line),
  }),
  unsupported_media_type: ({ takes }) => ({
    message: takes
      ? 'Send the file as it is, uncompressed, with Content-Type: text/csv.'
      : 'Send the body as uncompressed JSON in UTF-8, with Content-Type: application/json.',
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
  rate_limited: (line) => ({
    message: `More than ${line.perMinute} requests in a minute to ${rateLimited(line)}. Wait 12 s, then try again.`,
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

/** What those are told who come to sign in. */
const refusedVisitors: Record<string, string> = {
  postSignIn: 'Incorrect email address or password. Check both, or ask for a new password.',
  postSignInSecondFactor:
    'Incorrect code, or the sign-in took too long. Enter the newest code, or sign in again.',
  postInvitationsAccept:
    'There is an account for "aiko@fernhill.example". Sign in to it, then open the link again.',
};

interface Mistake {
  path: (string | number)[];
  message: string;
}

const mistakes: Record<string, Mistake> = {
  postLeads: { path: ['leads', 0, 'email'], message: 'must be an e-mail address' },
  getProspects: { path: ['pageSize'], message: 'must be a whole number from 1 to 500' },
  postExports: { path: ['columns'], message: 'must have at least 1 item' },
  postBulkTasks: { path: ['filter', 'hasEmail'], message: 'must be true or false' },
  postWebhooks: { path: ['url'], message: 'must be a string' },
  getInbox: { path: ['limit'], message: 'must be a whole number from 1 to 100' },
  postProspects: { path: ['email'], message: 'must be an e-mail address' },
  postProspectsMerge: { path: ['mergeId'], message: 'must be a uuid' },
  postLists: { path: ['name'], message: 'must be a string' },
  postTags: { path: ['name'], message: 'must be a string' },
  postCampaign: { path: ['name'], message: 'must be a string' },
  postSuppression: { path: ['emails', 0], message: 'must be an e-mail address' },
  postSuppressionCheck: { path: ['emails', 0], message: 'must be an e-mail address' },
  postSuppressionRemove: { path: ['emails', 0], message: 'must be an e-mail address' },
  postSuppressionLift: { path: ['email'], message: 'must be an e-mail address' },
  patchAiSettings: { path: ['instructions'], message: 'must be a string' },
  postSetupClaim: { path: ['email'], message: 'must be an e-mail address' },
  postSignIn: { path: ['email'], message: 'must be an e-mail address' },
  postSignInSecondFactor: { path: ['code'], message: 'must be a string' },
  postSignInLink: { path: ['code'], message: 'must be a string' },
  postSignOut: { path: ['nothing'], message: 'is not a parameter of this endpoint' },
  postPasswordForgot: { path: ['email'], message: 'must be an e-mail address' },
  postPasswordReset: { path: ['code'], message: 'must be a string' },
  postMeFresh: { path: ['password'], message: 'must be a string' },
  postMePassword: { path: ['password'], message: 'must be a string' },
  postMeSecondFactor: { path: ['password'], message: 'must be a string' },
  postMeSecondFactorConfirm: { path: ['code'], message: 'must be a string' },
  postMeSecondFactorRemove: { path: ['password'], message: 'must be a string' },
  postMeBackupCodes: { path: ['password'], message: 'must be a string' },
  postTokens: { path: ['expiresInDays'], message: 'must be one of 30, 90, 365' },
  postTokensRotate: { path: ['workspaceName'], message: 'must be a string' },
  postTokensRevokeAll: { path: ['workspaceName'], message: 'must be a string' },
  postMembersIntegration: { path: ['role'], message: 'must be one of viewer, member, admin' },
  postInvitations: { path: ['email'], message: 'must be an e-mail address' },
  postInvitationsLook: { path: ['code'], message: 'must be a string' },
  postInvitationsAccept: { path: ['code'], message: 'must be a string' },
  patchWorkspace: { path: ['name'], message: 'must be a string' },
  postAiSettingsTest: { path: ['nothing'], message: 'is not a parameter of this endpoint' },
};

/** Lines without a mistake of their own: those about prospects, then those that take nothing. */
const mistakeWith = (line: Endpoint): Mistake =>
  mistakes[line.id] ??
  (line.params
    ? { path: [Object.keys(line.params.shape)[0]!], message: 'must be a uuid' }
    : line.body
      ? { path: ['prospectIds', 0], message: 'must be a uuid' }
      : { path: ['nothing'], message: 'is not a parameter of this endpoint' });
