import { type Endpoint, formatBytes, maxBodyBytesOf, rateLimitScope } from './endpoint.ts';
import { errorMessages } from './error-messages.ts';
import { type ErrorCode, errorMeaning } from './errors.ts';
import { exampleIds } from './example-ids.ts';
import type { JsonObject } from './openapi-schemas.ts';
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
export const errorExample = (endpoint: Endpoint, code: ErrorCode): JsonObject => ({
  ok: false,
  error: {
    code,
    message: errorMeaning[code],
    ...errorDetails[code]?.(endpoint),
    correlationId: exampleIds.request,
  },
});

/** Messages of endpoints that decide by more than the role. */
const roleMessages: Record<string, string> = {
  postViews: errorMessages.viewerSharesView,
  patchView: errorMessages.sharedView,
  deleteView: errorMessages.sharedView,
};

const errorDetails: Partial<Record<ErrorCode, (endpoint: Endpoint) => JsonObject>> = {
  unauthorized: ({ id, api, access }) => ({
    message:
      signInMessages[id] ??
      (access === 'session' ? errorMessages.notSignedIn : errorMessages.invalidToken(api)),
  }),
  session_required: () => ({ message: errorMessages.sessionRequired }),
  origin_not_allowed: () => ({ message: errorMessages.foreignOrigin }),
  insufficient_role: ({ id, access, role }) => {
    // An endpoint for all roles with this error requires an Admin for a part of what it does.
    const needed = role === 'viewer' ? 'admin' : role;
    const caller = { role: roles[roles.indexOf(needed) - 1]!, byToken: access !== 'session' };
    return { message: roleMessages[id] ?? errorMessages.insufficientRole(needed, caller) };
  },
  insufficient_scope: () => ({ message: errorMessages.browserScope }),
  reauthentication_required: () => ({ message: errorMessages.passwordTooOld }),
  not_found: (endpoint) => {
    const [first] = refsOf(endpoint);
    if (!first) return { message: errorMessages.noWorkspace };
    const notFound = [exampleIds.unknown];
    if (endpoint.kind === 'account') return { message: errorMessages.noSession, notFound };
    const { referent, in: part } = first;
    const takesMany = 'ignoreMissing' in (endpoint.body?.shape ?? {});
    return {
      message:
        part === 'body' && referent === 'prospect' && takesMany
          ? errorMessages.prospectsNotFound(1)
          : errorMessages.notFound(referent),
      notFound,
    };
  },
  plan_not_allowed: () => ({ message: errorMessages.planWithoutEnrichment('Bare') }),
  insufficient_credits: ({ params }) => ({
    message: errorMessages.insufficientCredits(params ? 1 : 2, 0),
  }),
  enrichment_not_configured: () => ({ message: errorMessages.enrichmentNotConfigured }),
  storage_full: () => ({ message: errorMessages.storageFull }),
  request_timeout: () => ({ message: errorMessages.requestTimeout }),
  conflict: () => ({ message: errorMessages.replyLeft }),
  idempotency_conflict: () => ({ message: errorMessages.keyUsed }),
  idempotency_in_progress: () => ({ message: errorMessages.keyInProgress }),
  payload_too_large: (endpoint) => ({
    message: endpoint.requestFormat
      ? errorMessages.fileTooLarge
      : errorMessages.bodyTooLarge(endpoint),
  }),
  unsupported_media_type: ({ requestFormat }) => ({
    message: requestFormat ? errorMessages.notCsv : errorMessages.notJson,
  }),
  validation_error: (endpoint) => {
    const { path, message } = invalidFieldOf(endpoint);
    const fieldPath = path
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
      .join('')
      .slice(1);
    const row = path.findLastIndex((step) => typeof step === 'number');
    const field = path.findLast((step) => typeof step === 'string')!;
    const { skippableRows } = endpoint;
    const remedy = skippableRows ? ` ${errorMessages.skipInvalidRows(skippableRows)}` : '';
    return {
      message: `${fieldPath} ${message}.${remedy}`,
      fieldErrors: { [field]: [row < 0 ? message : `${path[0]}[${path[row]}]: ${message}`] },
      issues: [{ path, message }],
    };
  },
  rate_limited: (endpoint) => ({
    message: errorMessages.rateLimited(endpoint.perMinute, rateLimitScope(endpoint), 12),
  }),
  internal_error: () => ({ message: errorMessages.internal }),
  unavailable: () => ({ message: errorMessages.busy }),
};

const signInMessages: Record<string, string> = {
  postSignIn: errorMessages.incorrectPassword,
  postSignInSecondFactor: errorMessages.incorrectCode,
  postInvitationsAccept: errorMessages.accountExists('aiko@fernhill.example'),
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
