import {
  bodyTooLargeMessage,
  type Endpoint,
  formatBytes,
  freshMinutes,
  maxBodyBytesOf,
  rateLimitScope,
  workspaceHeader,
} from './endpoint.ts';
import { type ErrorCode, errorMeaning } from './errors.ts';
import { exampleIds } from './example-ids.ts';
import type { Json } from './openapi-schemas.ts';
import { refsOf } from './refs.ts';
import { roles } from './roles.ts';

export const meaningOf = (endpoint: Endpoint, code: ErrorCode): string => {
  if (endpoint.requestFormat && fileMeanings[code]) return fileMeanings[code];
  return code === 'payload_too_large'
    ? `The body is larger than ${formatBytes(maxBodyBytesOf(endpoint))}.`
    : errorMeaning[code];
};

const fileMeanings: Partial<Record<ErrorCode, string>> = {
  payload_too_large: 'The file is larger than 64 MiB.',
  unsupported_media_type: 'The file must be sent as text/csv.',
};

/** An example error. A test compares it with the real response. */
export const errorExample = (endpoint: Endpoint, code: ErrorCode): Json => ({
  ok: false,
  error: {
    code,
    message: errorMeaning[code],
    ...errorDetails[code]?.(endpoint),
    correlationId: exampleIds.request,
  },
});

/** Where not only the role decides. */
const roleMessages: Record<string, string> = {
  postViews: 'Viewers cannot share views. Save a private one.',
  patchView: 'Only its owner or an Admin can change a shared view. Save your own instead.',
  deleteView: 'Only its owner or an Admin can change a shared view. Save your own instead.',
};

const errorDetails: Partial<Record<ErrorCode, (endpoint: Endpoint) => Json>> = {
  unauthorized: ({ id, api, access }) => ({
    message:
      signInMessages[id] ??
      (access === 'session'
        ? 'You are not signed in, or your session has ended. Sign in again.'
        : 'The access token is missing or invalid. Send it as "Authorization: Bearer <token>"; ' +
          `create tokens in Settings, Integrations.${api === 'manage' ? ' Or sign in to the console.' : ''}`),
  }),
  session_required: () => ({
    message: 'This requires a signed-in user. Use the console instead of a token.',
  }),
  origin_not_allowed: () => ({
    message:
      'This request did not come from the console. If you are using the console, the operator must ' +
      'set PUBLIC_URL to its address.',
  }),
  insufficient_role: ({ id, access, role }) => {
    const message = roleMessages[id];
    if (message) return { message };
    // Endpoints for all roles that offer more to some require an Admin for it.
    const needed = role === 'viewer' ? 'admin' : role;
    const who = access === 'session' ? 'you are' : 'the user of this token is';
    return {
      message: `This needs the role ${needed} or higher; ${who} a ${roles[roles.indexOf(needed) - 1]}.`,
    };
  },
  reauthentication_required: () => ({
    message: `Enter your password again: this requires one from the last ${freshMinutes} minutes.`,
  }),
  not_found: (endpoint) => {
    const [first] = refsOf(endpoint);
    if (!first)
      return {
        message: `Workspace not found. Set the ${workspaceHeader} header to one of your workspaces; GET /me lists them.`,
      };
    if (endpoint.kind === 'account')
      return {
        message: `You have no ${first.referent} with this id. Check the id.`,
        notFound: [exampleIds.unknown],
      };
    const kind = first?.referent;
    const ofMany =
      '1 of the prospects does not exist in this workspace. Nothing was changed. ' +
      'Set ignoreMissing to process the others.';
    const inBody = first?.in === 'body' && first.path[0] !== 'filter';
    const ofOne = `There is no ${inBody ? `${kind} with this id` : `such ${kind}`} in the workspace. Check the id.`;
    const takesMany = 'ignoreMissing' in (endpoint.body?.shape ?? {});
    const message = inBody && kind === 'prospect' && takesMany ? ofMany : ofOne;
    return { message, notFound: [exampleIds.unknown] };
  },
  plan_not_allowed: () => ({
    message:
      'The plan Bare does not include enrichment. Ask the operator of this instance for another plan.',
  }),
  insufficient_credits: ({ params }) => ({
    message: `This needs ${params ? 1 : 2} credits, but 0 are left this month. Set allowPartial to queue as many as the credits cover.`,
  }),
  conflict: () => ({ message: 'The reply is already on its way. It can no longer be canceled.' }),
  idempotency_conflict: () => ({
    message:
      'This Idempotency-Key was used with a different body in the last 24 hours. ' +
      'Use a new key for a new request.',
  }),
  idempotency_in_progress: () => ({
    message: 'A request with this Idempotency-Key is still in progress. Wait a second, then retry.',
  }),
  payload_too_large: (endpoint) => ({
    message: endpoint.requestFormat
      ? 'The file is larger than 64 MiB. Split it into several.'
      : bodyTooLargeMessage(endpoint),
  }),
  unsupported_media_type: ({ requestFormat }) => ({
    message: requestFormat
      ? 'Send the file as it is, uncompressed, with Content-Type: text/csv.'
      : 'Send the body as uncompressed JSON in UTF-8, with Content-Type: application/json.',
  }),
  validation_error: (endpoint) => {
    const { path, message } = invalidFieldOf(endpoint);
    const fieldPath = path
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
      .join('')
      .slice(1);
    const row = path.findLastIndex((step) => typeof step === 'number');
    const field = path.findLast((step) => typeof step === 'string')!;
    return {
      message: `${fieldPath} ${message}.`,
      fieldErrors: { [field]: [row < 0 ? message : `${path[0]}[${path[row]}]: ${message}`] },
      issues: [{ path, message }],
    };
  },
  rate_limited: (endpoint) => ({
    message: `More than ${endpoint.perMinute} requests in a minute to ${rateLimitScope(endpoint)}. Wait 12 s, then try again.`,
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

const signInMessages: Record<string, string> = {
  postSignIn: 'Incorrect email address or password. Check both, or reset your password.',
  postSignInSecondFactor:
    'Incorrect code, or the sign-in took too long. Enter the newest code, or sign in again.',
  postInvitationsAccept:
    'An account for "aiko@fernhill.example" already exists. Sign in to it, then open the link again.',
};

interface InvalidField {
  path: (string | number)[];
  message: string;
}

const invalidFields: Record<string, InvalidField> = {
  postLeads: { path: ['leads', 0, 'email'], message: 'must be a valid email address' },
  getProspects: { path: ['pageSize'], message: 'must be a whole number from 1 to 500' },
  postExports: { path: ['columns'], message: 'must have at least 1 item' },
  postBulkTasks: { path: ['filter', 'hasEmail'], message: 'must be true or false' },
  postCampaignEnrollTasks: { path: ['filter', 'hasEmail'], message: 'must be true or false' },
  postWebhooks: { path: ['url'], message: 'must be a string' },
  getInbox: { path: ['limit'], message: 'must be a whole number from 1 to 100' },
  postProspects: { path: ['email'], message: 'must be a valid email address' },
  postProspectsMerge: { path: ['mergeId'], message: 'must be a UUID' },
  postLists: { path: ['name'], message: 'must be a string' },
  postSavedReplies: { path: ['name'], message: 'must be a string' },
  postViews: { path: ['name'], message: 'must be a string' },
  postTags: { path: ['name'], message: 'must be a string' },
  postCampaign: { path: ['name'], message: 'must be a string' },
  postSuppression: { path: ['emails', 0], message: 'must be a valid email address' },
  postSuppressionCheck: { path: ['emails', 0], message: 'must be a valid email address' },
  postSuppressionRemove: { path: ['emails', 0], message: 'must be a valid email address' },
  postSuppressionLift: { path: ['email'], message: 'must be a valid email address' },
  patchAiSettings: { path: ['instructions'], message: 'must be a string' },
  postMailboxes: { path: ['address'], message: 'must be a valid email address' },
  postMailboxesGuess: { path: ['address'], message: 'must be a valid email address' },
  postMailboxesTest: { path: ['address'], message: 'must be a valid email address' },
  postMailboxesImport: { path: ['csv'], message: 'must be a string' },
  patchMailSettings: { path: ['holidays'], message: 'must be an array' },
  postSetupClaim: { path: ['email'], message: 'must be a valid email address' },
  postSignIn: { path: ['email'], message: 'must be a valid email address' },
  postSignInSecondFactor: { path: ['code'], message: 'must be a string' },
  postSignInLink: { path: ['code'], message: 'must be a string' },
  postSignOut: { path: ['nothing'], message: 'is not a parameter of this endpoint' },
  postPasswordForgot: { path: ['email'], message: 'must be a valid email address' },
  postPasswordReset: { path: ['code'], message: 'must be a string' },
  patchMe: { path: ['name'], message: 'must be a string' },
  postMeFresh: { path: ['password'], message: 'must be a string' },
  postMePassword: { path: ['password'], message: 'must be a string' },
  postMeSecondFactor: { path: ['password'], message: 'must be a string' },
  postMeSecondFactorConfirm: { path: ['code'], message: 'must be a string' },
  postMeSecondFactorRemove: { path: ['password'], message: 'must be a string' },
  postMeBackupCodes: { path: ['password'], message: 'must be a string' },
  postTokens: { path: ['expiresInDays'], message: 'must be one of 30, 90, 365' },
  postTokensRotate: { path: ['workspaceName'], message: 'must be a string' },
  postTokensRevokeAll: { path: ['workspaceName'], message: 'must be a string' },
  postConnectStart: { path: ['nothing'], message: 'is not a parameter of this endpoint' },
  postConnectPoll: { path: ['deviceCode'], message: 'must be a string' },
  postConnectEnd: { path: ['token'], message: 'must be a string' },
  postConnectLook: { path: ['code'], message: 'must be a string' },
  postConnectConfirm: { path: ['code'], message: 'must be a string' },
  postConnectDeny: { path: ['code'], message: 'must be a string' },
  postMembersIntegration: { path: ['role'], message: 'must be one of viewer, member, admin' },
  postInvitations: { path: ['email'], message: 'must be a valid email address' },
  postInvitationsLook: { path: ['code'], message: 'must be a string' },
  postInvitationsAccept: { path: ['code'], message: 'must be a string' },
  patchWorkspace: { path: ['name'], message: 'must be a string' },
  postMailboxesSignIn: { path: ['code'], message: 'must be a string' },
  patchNotificationSettings: { path: ['byMail'], message: 'must be an array' },
  postNotificationsRead: { path: ['ids', 0], message: 'must be a UUID' },
  postAiSettingsTest: { path: ['nothing'], message: 'is not a parameter of this endpoint' },
  postAiSettingsModels: { path: ['baseUrl'], message: 'must be a string' },
};

/** Falls back to the path parameters, then to prospect ids, then to an unknown parameter. */
const invalidFieldOf = (endpoint: Endpoint): InvalidField =>
  invalidFields[endpoint.id] ??
  (endpoint.params
    ? { path: [Object.keys(endpoint.params.shape)[0]!], message: 'must be a UUID' }
    : endpoint.body
      ? { path: ['prospectIds', 0], message: 'must be a UUID' }
      : { path: ['nothing'], message: 'is not a parameter of this endpoint' });
