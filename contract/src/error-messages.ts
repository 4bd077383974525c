import {
  type ApiName,
  batchBodyBytes,
  type Endpoint,
  formatBytes,
  freshMinutes,
  maxBodyBytesOf,
  maxResponseBytes,
  workspaceHeader,
} from './endpoint.ts';
import type { Role } from './roles.ts';

/** The only source of these texts: the server sends them, and the OpenAPI examples show them. */
export const errorMessages = {
  notSignedIn: 'You are not signed in, or your session has ended. Sign in again.',
  invalidToken: (api: ApiName) =>
    'The access token is missing or invalid. Send it as "Authorization: Bearer <token>"; ' +
    `create tokens in Settings, Integrations.${api === 'manage' ? ' Or sign in to the console.' : ''}`,
  incorrectPassword: 'Incorrect email address or password. Check both, or reset your password.',
  incorrectCode:
    'Incorrect code, or the sign-in took too long. Enter the newest code, or sign in again.',
  accountExists: (email: string) =>
    `An account for "${email}" already exists. Sign in to it, then open the link again.`,
  sessionRequired: 'This requires a signed-in user. Use the console instead of a token.',
  foreignOrigin:
    'This request did not come from the console. If you are using the console, the operator must ' +
    'set PUBLIC_URL to its address.',
  insufficientRole: (needed: Role, { role, byToken }: { role: Role; byToken: boolean }) =>
    `This needs the role ${needed} or higher; ${byToken ? 'the user of this token is' : 'you are'} ${withArticle(role)}.`,
  browserScope:
    'This token belongs to a connected browser, which can call the public API (/api/v1/ext) only. ' +
    'Generate an API token in Settings, Integrations.',
  viewerSharesView: 'Viewers cannot share views. Save a private one.',
  sharedView: 'Only its owner or an Admin can change a shared view. Save your own instead.',
  passwordTooOld: `Enter your password again: this requires one from the last ${freshMinutes} minutes.`,
  noWorkspace: `Workspace not found. Set the ${workspaceHeader} header to one of your workspaces; GET /me lists them.`,
  noSession: 'You have no session with this id. Check the id.',
  notFound: (...kinds: string[]) =>
    `There is no such ${kinds.join(' or ')} in the workspace. Check the id.`,
  prospectsNotFound: (count: number) =>
    `${count} of the prospects ${count === 1 ? 'does' : 'do'} not exist in this workspace. ` +
    'Nothing was changed. Set ignoreMissing to process the others.',
  skipInvalidRows: (field: string) => `Send onInvalid: "skip" to process the other ${field}.`,
  planWithoutEnrichment: (plan: string) =>
    `The plan ${plan} does not include enrichment. Ask the operator of this instance for another plan.`,
  insufficientCredits: (needed: number, left: number) =>
    `This needs ${needed} credits, but ${left} are left this month. Set allowPartial to queue as many as the credits cover.`,
  replyLeft: 'The reply is being sent. It can no longer be canceled.',
  keyUsed:
    'This Idempotency-Key was used with a different body in the last 24 hours. ' +
    'Use a new key for a new request.',
  keyInProgress:
    'A request with this Idempotency-Key is still in progress. Wait a second, then retry.',
  fileTooLarge: 'The file is larger than 64 MiB. Split it into several.',
  bodyTooLarge: (endpoint: Endpoint) =>
    `The body is larger than ${formatBytes(maxBodyBytesOf(endpoint))}. ` +
    (endpoint.maxBodyBytes === batchBodyBytes
      ? 'Split it into several requests.'
      : 'Send a smaller body.'),
  notCsv: 'Send the file as it is, uncompressed, with Content-Type: text/csv.',
  notJson: 'Send the body as uncompressed JSON in UTF-8, with Content-Type: application/json.',
  rateLimited: (limit: number, scope: string, seconds: number) =>
    `More than ${limit} requests in a minute to ${scope}. Wait ${seconds} s, then try again.`,
  internal:
    'Something went wrong on our side. If it happens again, report it with the correlation ID.',
  storageFull:
    'The workspace has used the storage of its plan. Delete what you no longer need, or wait until old imports ' +
    'and exports are deleted. Plan & usage in the settings shows what takes the space.',
  responseNotKept:
    'The request with this Idempotency-Key was already processed. Its response was too large to keep. Read what ' +
    'it changed instead of repeating it.',
  requestTimeout: 'The request arrived too slowly. Check the connection and send it again.',
  tooManyOpen: (isUpload: boolean) =>
    isUpload
      ? 'Other files of yours are being uploaded. Wait until they have arrived, then try again.'
      : 'Too many of your requests are open. Wait for their responses, then try again.',
  responseTooLarge:
    `The response would be larger than ${formatBytes(maxResponseBytes)}. Ask for less, for example with a ` +
    'smaller limit. If you cannot, report it with the correlation ID.',
  busy: 'The service is busy. Wait a few seconds, then try again.',
};

export const withArticle = (role: Role): string => `${/^[ao]/.test(role) ? 'an' : 'a'} ${role}`;
